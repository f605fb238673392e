// Generated from the server's schema by `npm run gen`. Do not edit.

/**
 * Where chips can be while a round runs.
 */
export type Place =
  | "wallet"
  | "layout"
  | "float"
  | "jackpot"
  | "bank"
  | "garage"
  | "levy"
  | "tickets"
  | "payments"
  | "note_box";
/**
 * A duty in which a person serves a table.
 */
export type Duty = "table_chief" | "inspector" | "changer" | "machine_changer";

export interface Wire {
  incoming: Sent | Ping;
  outgoing:
    | Frame
    | Delta
    | Welcome
    | WalletShown
    | OwnShown
    | WritingsShown
    | SealedShown
    | OpenedShown
    | ReceiptShown
    | PotsShown
    | BulletinsShown
    | ChatShown
    | DecisionShown
    | Pong
    | Beat;
}
/**
 * A command with the id that the browser made before sending; it happens once.
 */
export interface Sent {
  command:
    | Sit
    | Leave
    | Consent
    | Wish
    | Write
    | BuyColours
    | ChangeColours
    | ChangeCash
    | Say
    | AskChange
    | Seal
    | Cut
    | DeclineCut
    | AllowCut
    | Open
    | Lock
    | SealDraw
    | OpenDraw
    | LockDraw
    | AmericanRouletteStake
    | AmericanRouletteReady
    | AutomaticGamesLoad
    | AutomaticGamesInsertTicket
    | AutomaticGamesPlay
    | AutomaticGamesHold
    | AutomaticGamesCashOut
    | AutomaticGamesComplain
    | BanqueAToutVaStake
    | BanqueAToutVaReady
    | BanqueAToutVaPutUp
    | BanqueAToutVaLeaveBank
    | BanqueAToutVaDealCards
    | BanqueAToutVaTakeCard
    | BanqueAToutVaNoCard
    | BanqueAToutVaPlayCheminDeFer
    | CheminDeFerBanco
    | CheminDeFerWithTable
    | CheminDeFerComplement
    | CheminDeFerWithdrawClaim
    | CheminDeFerNoMore
    | CheminDeFerDealCards
    | CheminDeFerTakeCard
    | CheminDeFerNoCard
    | BatailleStake
    | BatailleReady
    | BatailleGiveUp
    | BatailleFight
    | BigWheelStake
    | BigWheelReady
    | Stake
    | Ready
    | Hit
    | Stand
    | Double
    | Split
    | Surrender
    | Insure
    | Decline
    | EvenMoney
    | Match
    | RefuseExposed
    | BouleStake
    | BouleReady
    | CheminDeFerStakeBank
    | CheminDeFerKeepHand
    | CheminDeFerPassHand
    | CheminDeFerCapBank
    | CheminDeFerConsent
    | CrapsStake
    | CrapsSetWorking
    | CrapsSetNoAction
    | CrapsReady
    | CrapsThrow
    | CrapsDeclineDice
    | CrapsChangeDice
    | EuropeanRouletteStake
    | EuropeanRouletteHalf
    | EuropeanRoulettePrison
    | EuropeanRouletteReady
    | PuntoBancoStake
    | PuntoBancoReady
    | PuntoBancoRefuseBank
    | PuntoBancoTurnCards
    | PuntoBancoRefuseCards
    | TrenteEtQuaranteStake
    | TrenteEtQuaranteHalf
    | TrenteEtQuarantePrison
    | TrenteEtQuaranteReady;
  id: string;
  notes: number;
}
/**
 * Take a free box.
 */
export interface Sit {
  box: number;
  kind: "table.sit";
}
/**
 * Give a box up; refused while it has chips on the layout.
 */
export interface Leave {
  box: number;
  kind: "table.leave";
}
/**
 * Let others stake behind me on a box that I hold, or no longer; chips that lie stay.
 */
export interface Consent {
  box: number;
  kind: "table.welcome";
  welcomes: boolean;
}
/**
 * Say that I wish to take part and have no box, or no longer; sitting down ends it too.
 */
export interface Wish {
  kind: "table.wish";
  wishes: boolean;
}
/**
 * Hand in a complex announced bet in writing; staked only once it is endorsed (MC-EROU-39).
 */
export interface Write {
  kind: "table.write";
  text: string;
}
/**
 * Buy colour chips of this table, of a value that I choose once (MC-CHIPS-05, MC-CHIPS-06).
 */
export interface BuyColours {
  chips: number;
  kind: "table.buy_colours";
  unit: number;
}
/**
 * Change all my colour chips back and free my colour; refused while some lie (MC-CHIPS-20).
 */
export interface ChangeColours {
  kind: "table.change_colours";
}
/**
 * Change cash of mine into chips at this table (MC-CHIPS-18); the other way is the cage's.
 */
export interface ChangeCash {
  amount: number;
  kind: "table.change_cash";
}
/**
 * Say something to the table: a signal of the house, or own words where they are allowed.
 */
export interface Say {
  kind: "table.say";
  signal:
    | "hello"
    | "good_luck"
    | "well_played"
    | "thank_you"
    | "wait_please"
    | "go_on_please"
    | "sorry"
    | "goodbye"
    | "free";
  text: string;
}
/**
 * Ask that the cards, the dice or the wheel be changed; the staff reads why.
 */
export interface AskChange {
  kind: "table.ask_change";
  reason: string;
}
/**
 * Contribute to the shoe that is being made: the hash of a secret of the box's holder.
 *
 * Once for each holder, who declines the cut by it: whoever may still be asked to cut seals when
 * that is decided. Refused to whoever holds no such box, and once the list is closed.
 */
export interface Seal {
  box: number;
  hash: string;
  kind: "table.seal";
  shoe: string;
}
/**
 * Accept the cut and seal it: the hash covers the secret and the place of the cut card.
 *
 * Refused unless the cut is offered to the box, and where another has accepted it meanwhile.
 */
export interface Cut {
  box: number;
  hash: string;
  kind: "table.cut";
  shoe: string;
}
/**
 * Decline the cut: the next box or the others have it, and at last the dealer.
 */
export interface DeclineCut {
  box: number;
  kind: "table.decline_cut";
  shoe: string;
}
/**
 * Say as banker whether others may cut the cards, once the box is asked; else the dealer does.
 *
 * MC-BTV-13.
 */
export interface AllowCut {
  allows: boolean;
  box: number;
  kind: "table.allow_cut";
  shoe: string;
}
/**
 * Open what the box has sealed; refused when it does not fit its hash.
 */
export interface Open {
  box: number;
  cut: number | null;
  kind: "table.open";
  secret: string;
  shoe: string;
}
/**
 * Give what the box has sealed, locked to the beacon's round that is named: in place of `Open`.
 *
 * Refused once the round has come. That it does not open, or does not fit its hash, is seen then.
 */
export interface Lock {
  box: number;
  kind: "table.lock";
  locked: string;
  shoe: string;
}
/**
 * Contribute to the draw that lies on the table: the hash of a secret of mine.
 *
 * For whoever holds a box or has chips on the layout, once, until the list is closed.
 */
export interface SealDraw {
  draw: string;
  hash: string;
  kind: "table.seal_draw";
  seat: number;
}
/**
 * Open what I have sealed for a draw, once no stake can change any more.
 */
export interface OpenDraw {
  draw: string;
  kind: "table.open_draw";
  seat: number;
  secret: string;
}
/**
 * Give what I have sealed for a draw, locked to the beacon's round: in place of `OpenDraw`.
 */
export interface LockDraw {
  draw: string;
  kind: "table.lock_draw";
  locked: string;
  seat: number;
}
/**
 * Set all my free stakes at once, as totals; what is not named is taken back.
 *
 * All are accepted or none. Whoever has colour chips at the table stakes these, and nothing else.
 */
export interface AmericanRouletteStake {
  announced: Announced[];
  chips: number;
  kind: "american_roulette.stake";
  wagers: Wager[];
}
/**
 * An announced bet, which stands for several stakes.
 */
export interface Announced {
  bet: string;
  id: string;
  unit: number;
}
/**
 * The chips of one stake, as a total: what lies there, not what is added.
 */
export interface Wager {
  amount: number;
  id: string;
  on: string;
}
/**
 * I have staked what I want; betting closes when everybody who staked has said so.
 */
export interface AmericanRouletteReady {
  kind: "american_roulette.ready";
}
/**
 * Load credits: with a note or coins from my wallet, or from my card.
 */
export interface AutomaticGamesLoad {
  amount: number;
  kind: "automatic_games.load";
  medium: "note" | "card" | "coin";
}
/**
 * Load credits with the ticket of this code.
 */
export interface AutomaticGamesInsertTicket {
  code: string;
  kind: "automatic_games.insert_ticket";
}
/**
 * Stake so much of my credits on a game.
 */
export interface AutomaticGamesPlay {
  amount: number;
  kind: "automatic_games.play";
}
/**
 * Keep the cards at these positions, counted from 1, and have the others replaced.
 */
export interface AutomaticGamesHold {
  kind: "automatic_games.hold";
  positions: number[];
}
/**
 * Pay credits out to me; 0 for all of them. A ticket's code my own list of tickets tells.
 */
export interface AutomaticGamesCashOut {
  amount: number;
  kind: "automatic_games.cash_out";
  medium: "card" | "coin" | "ticket";
}
/**
 * Contest what a game of mine has paid, by its number.
 */
export interface AutomaticGamesComplain {
  game: number;
  kind: "automatic_games.complain";
}
/**
 * Set all my stakes at once, as totals; what is not named is taken back (MC-BTV-20).
 */
export interface BanqueAToutVaStake {
  kind: "banque_a_tout_va.stake";
  wagers: BanqueAToutVaWager[];
}
/**
 * The chips of one stake, as a total: what lies there, not what is added.
 */
export interface BanqueAToutVaWager {
  amount: number;
  id: string;
  on: "tableau_right" | "tableau_left" | "a_cheval";
}
/**
 * I have staked what I want; betting closes when everybody who staked has said so.
 */
export interface BanqueAToutVaReady {
  kind: "banque_a_tout_va.ready";
}
/**
 * I, whom the games management has approved, put these chips into the bank (MC-BTV-08).
 */
export interface BanqueAToutVaPutUp {
  amount: number;
  kind: "banque_a_tout_va.put_up";
}
/**
 * I, the banker, take my chips back: at once without stakes, otherwise after the coup.
 */
export interface BanqueAToutVaLeaveBank {
  kind: "banque_a_tout_va.leave_bank";
}
/**
 * I, the banker, deal (MC-BTV-15).
 */
export interface BanqueAToutVaDealCards {
  kind: "banque_a_tout_va.deal";
}
/**
 * « Carte ».
 */
export interface BanqueAToutVaTakeCard {
  hand: "right" | "left" | "banker";
  kind: "banque_a_tout_va.draw";
}
/**
 * « Non ».
 */
export interface BanqueAToutVaNoCard {
  hand: "right" | "left" | "banker";
  kind: "banque_a_tout_va.stand";
}
/**
 * I, the banker, play the last coup, « du chemin de fer », with all my bank (MC-BTV-38).
 */
export interface BanqueAToutVaPlayCheminDeFer {
  kind: "banque_a_tout_va.chemin_de_fer";
}
/**
 * I hold the banco: exactly the bank, alone (MC-CDF-17).
 */
export interface CheminDeFerBanco {
  amount: number;
  kind: "chemin_de_fer.banco";
}
/**
 * I hold a part of the banco, at least its half (MC-CDF-20).
 */
export interface CheminDeFerWithTable {
  amount: number;
  kind: "chemin_de_fer.with_table";
}
/**
 * I stake on what is missing; what is too much comes back at once (MC-CDF-24).
 */
export interface CheminDeFerComplement {
  amount: number;
  kind: "chemin_de_fer.complement";
}
/**
 * I take a claim back, before it is compared; a complement until *rien ne va plus*.
 */
export interface CheminDeFerWithdrawClaim {
  claim: number;
  kind: "chemin_de_fer.withdraw";
}
/**
 * I have claimed what I want; when every seated ponte says so the window closes.
 */
export interface CheminDeFerNoMore {
  kind: "chemin_de_fer.no_more";
}
/**
 * I, the banker, draw the cards from the shoe (MC-CDF-27).
 */
export interface CheminDeFerDealCards {
  kind: "chemin_de_fer.deal";
}
/**
 * « Carte ».
 */
export interface CheminDeFerTakeCard {
  hand: "ponte" | "banker";
  kind: "chemin_de_fer.draw";
}
/**
 * « Non ».
 */
export interface CheminDeFerNoCard {
  hand: "ponte" | "banker";
  kind: "chemin_de_fer.stand";
}
/**
 * On each of these boxes of mine shall lie so much in all, and so much on a tie.
 */
export interface BatailleStake {
  bets: BatailleBoxStake[];
  kind: "bataille.stake";
}
export interface BatailleBoxStake {
  amount: number;
  box: number;
  tie: number;
}
/**
 * I want no more; betting closes when everybody who staked has said so.
 */
export interface BatailleReady {
  kind: "bataille.ready";
}
/**
 * On equal cards: take half of the stake back.
 */
export interface BatailleGiveUp {
  box: number;
  kind: "bataille.give_up";
}
/**
 * On equal cards: add as much as the first stake, and be dealt another card.
 */
export interface BatailleFight {
  box: number;
  kind: "bataille.fight";
}
/**
 * Set all my free stakes at once, as totals; what is not named is taken back.
 *
 * All are accepted or none. Stakes that wait for a choice or are in prison stay as they are: an
 * id of theirs is refused.
 */
export interface BigWheelStake {
  announced: Announced[];
  kind: "big_wheel.stake";
  wagers: Wager[];
}
/**
 * I have staked what I want; betting closes when everybody who staked has said so.
 */
export interface BigWheelReady {
  kind: "big_wheel.ready";
}
/**
 * Set the stakes of some of my boxes at once; 0 takes them back. All are accepted or none.
 */
export interface Stake {
  bets: BoxStake[];
  kind: "blackjack.stake";
}
/**
 * The chips wanted on one box, as totals: what lies there afterwards, not what is added.
 */
export interface BoxStake {
  box: number;
  main: number;
  queen_of_hearts: number;
  sides: SideAmount[];
  standing: boolean;
}
/**
 * The chips wanted on one side bet, as a total.
 */
export interface SideAmount {
  amount: number;
  bet:
    | "queen_of_hearts"
    | "lucky_ladies"
    | "two_plus_one"
    | "hyper:17"
    | "hyper:18"
    | "hyper:19"
    | "hyper:20"
    | "hyper:21"
    | "hyper:BJ"
    | "hyper:BUST"
    | "jp1"
    | "perfect_pairs"
    | "twenty_one_plus_three"
    | "split_aces";
}
/**
 * I have staked what I want; betting closes when everybody who staked has said so.
 */
export interface Ready {
  kind: "blackjack.ready";
}
export interface Hit {
  box: number;
  hand: string;
  kind: "blackjack.hit";
}
export interface Stand {
  box: number;
  hand: string;
  kind: "blackjack.stand";
}
export interface Double {
  box: number;
  hand: string;
  kind: "blackjack.double";
}
export interface Split {
  box: number;
  hand: string;
  kind: "blackjack.split";
}
export interface Surrender {
  box: number;
  hand: string;
  kind: "blackjack.surrender";
}
/**
 * Insure a box's initial stake against the dealer's black-jack (FR-2024-050).
 */
export interface Insure {
  amount: number | null;
  box: number;
  kind: "blackjack.insure";
}
/**
 * Answer the offer with no; where the text lets him, the player may still change his mind.
 */
export interface Decline {
  box: number;
  kind: "blackjack.decline";
}
/**
 * Be paid 1 to 1 on a black-jack at once (MC-078, ON-59); the French texts know no such.
 */
export interface EvenMoney {
  box: number;
  kind: "blackjack.even_money";
}
/**
 * Standing behind the hand on turn: match its double or split with an equal stake (AMB-33).
 */
export interface Match {
  box: number;
  hand: string;
  kind: "blackjack.match";
  matches: boolean;
}
/**
 * Refuse the card that was exposed by mistake: all my hands are closed (ON-81, AMB-71).
 */
export interface RefuseExposed {
  box: number;
  kind: "blackjack.refuse_exposed";
}
/**
 * Set all my free stakes at once, as totals; what is not named is taken back.
 *
 * All are accepted or none. Stakes that wait for a choice or are in prison stay as they are: an
 * id of theirs is refused.
 */
export interface BouleStake {
  announced: Announced[];
  kind: "boule.stake";
  wagers: Wager[];
}
/**
 * I have staked what I want; betting closes when everybody who staked has said so.
 */
export interface BouleReady {
  kind: "boule.ready";
}
/**
 * I have taken the hand and stake the bank (MC-CDF-16).
 */
export interface CheminDeFerStakeBank {
  amount: number;
  kind: "chemin_de_fer.bank";
}
/**
 * I keep the hand for another coup; the bank is what it must be (MC-CDF-41).
 */
export interface CheminDeFerKeepHand {
  kind: "chemin_de_fer.keep";
}
/**
 * I pass the hand on and take the bank and the garage back (MC-CDF-14).
 */
export interface CheminDeFerPassHand {
  kind: "chemin_de_fer.pass_hand";
}
/**
 * I play no more than the games management's amount; the surplus is put in the garage.
 */
export interface CheminDeFerCapBank {
  kind: "chemin_de_fer.garage";
}
/**
 * I, the banker, agree to a stake offered after *rien ne va plus* (MC-CDF-26).
 */
export interface CheminDeFerConsent {
  claim: number;
  kind: "chemin_de_fer.consent";
}
/**
 * Make these stakes of mine as large as this; 0 takes one down, what is not named stays.
 *
 * All are accepted or none.
 */
export interface CrapsStake {
  kind: "craps.stake";
  wagers: CrapsWager[];
}
/**
 * The chips of one stake, as a total: what shall lie there, not what is added.
 */
export interface CrapsWager {
  amount: number;
  id: string;
  on: string;
  to: string;
  working: boolean | null;
}
/**
 * Let a place bet or come odds of mine play at the come-out, or not (MC-CRAPS-82, 87).
 */
export interface CrapsSetWorking {
  kind: "craps.set_working";
  value: boolean;
  wager: string;
}
/**
 * Leave a don't come stake of mine suspended, or let it play again (MC-CRAPS-39).
 */
export interface CrapsSetNoAction {
  kind: "craps.set_no_action";
  value: boolean;
  wager: string;
}
/**
 * I have staked what I want; betting closes when everybody who staked has said so.
 */
export interface CrapsReady {
  kind: "craps.ready";
}
/**
 * Throw the dice. It closes the bets where everybody else is ready.
 */
export interface CrapsThrow {
  kind: "craps.throw";
}
/**
 * I do not want the dice: they go to the next player (MC-CRAPS-07).
 */
export interface CrapsDeclineDice {
  kind: "craps.decline_dice";
}
/**
 * I want other dice of the five of the session (MC-CRAPS-11).
 */
export interface CrapsChangeDice {
  first: number;
  kind: "craps.change_dice";
  second: number;
}
/**
 * Set all my free stakes at once, as totals; what is not named is taken back.
 *
 * All are accepted or none. Stakes that wait for a choice or are in prison stay as they are: an
 * id of theirs is refused.
 */
export interface EuropeanRouletteStake {
  announced: Announced[];
  kind: "european_roulette.stake";
  wagers: Wager[];
}
/**
 * Take back half of stakes that a zero has caught.
 */
export interface EuropeanRouletteHalf {
  kind: "european_roulette.half";
  wagers: string[];
}
/**
 * Leave stakes that a zero has caught in prison.
 */
export interface EuropeanRoulettePrison {
  kind: "european_roulette.prison";
  wagers: string[];
}
/**
 * I have staked what I want; betting closes when everybody who staked has said so.
 */
export interface EuropeanRouletteReady {
  kind: "european_roulette.ready";
}
/**
 * Set all my stakes at once, as totals; what is not named is taken back (MC-PB-29).
 */
export interface PuntoBancoStake {
  kind: "punto_banco.stake";
  wagers: PuntoBancoWager[];
}
/**
 * The chips of one stake, as a total: what lies there, not what is added.
 */
export interface PuntoBancoWager {
  amount: number;
  id: string;
  on:
    | "punto"
    | "banco"
    | "tie"
    | "dragon_punto"
    | "dragon_banco"
    | "pair_punto"
    | "pair_banco"
    | "pair_cheval";
}
/**
 * I have staked what I want; betting closes when everybody who staked has said so.
 */
export interface PuntoBancoReady {
  kind: "punto_banco.ready";
}
/**
 * I do not want to be the banker: the next player is (MC-PB-14).
 */
export interface PuntoBancoRefuseBank {
  kind: "punto_banco.refuse_bank";
}
/**
 * I turn the cards that were passed to me (MC-PB-34, MC-PB-36).
 */
export interface PuntoBancoTurnCards {
  hand: "punto" | "banco";
  kind: "punto_banco.turn";
}
/**
 * I do not take the cards that are passed to me: the dealer turns them (MC-PB-35).
 */
export interface PuntoBancoRefuseCards {
  hand: "punto" | "banco";
  kind: "punto_banco.refuse_cards";
}
/**
 * Set all my free stakes at once, as totals; what is not named is taken back.
 *
 * All are accepted or none. Stakes that wait for a choice or are in prison stay as they are: an
 * id of theirs is refused.
 */
export interface TrenteEtQuaranteStake {
  announced: Announced[];
  kind: "trente_et_quarante.stake";
  wagers: Wager[];
}
/**
 * Take back half of stakes that a zero has caught.
 */
export interface TrenteEtQuaranteHalf {
  kind: "trente_et_quarante.half";
  wagers: string[];
}
/**
 * Leave stakes that a zero has caught in prison.
 */
export interface TrenteEtQuarantePrison {
  kind: "trente_et_quarante.prison";
  wagers: string[];
}
/**
 * I have staked what I want; betting closes when everybody who staked has said so.
 */
export interface TrenteEtQuaranteReady {
  kind: "trente_et_quarante.ready";
}
/**
 * Measures the round trip; answered by `Pong` with the server's clock.
 */
export interface Ping {
  ping: number;
}
/**
 * What happened at a table, and all one may know of it now.
 *
 * For the schema and for clients in Python: the server splices in events and view as JSON that was
 * encoded once, see `encode_frame`.
 */
export interface Frame {
  cause: string | null;
  due_at: number | null;
  events: (
    | AmericanRouletteOpened
    | AmericanRouletteStaked
    | AmericanRouletteReadied
    | AmericanRouletteBetsClosed
    | AmericanRouletteSpinStopped
    | AmericanRouletteNumberFell
    | AmericanRouletteCollected
    | AmericanRoulettePaid
    | AmericanRouletteRestaked
    | AmericanRouletteSessionBroken
    | AmericanRouletteRoundClosed
    | Voided
    | AutomaticGamesOpened
    | AutomaticGamesLoaded
    | AutomaticGamesPlayed
    | AutomaticGamesDealt
    | AutomaticGamesHeld
    | AutomaticGamesSpinStopped
    | AutomaticGamesGameEnded
    | AutomaticGamesCashedOut
    | AutomaticGamesOrphaned
    | AutomaticGamesIdentified
    | AutomaticGamesDeviceChecked
    | AutomaticGamesHandPaid
    | AutomaticGamesComplained
    | AutomaticGamesMechanicHeard
    | AutomaticGamesComplaintDecided
    | AutomaticGamesComplemented
    | AutomaticGamesMachineOpened
    | AutomaticGamesMachineClosed
    | AutomaticGamesSessionBroken
    | AutomaticGamesRoundClosed
    | BanqueAToutVaCoupOpened
    | BanqueAToutVaSeatsChanged
    | BanqueAToutVaBankPutUp
    | BanqueAToutVaBankLeaves
    | BanqueAToutVaBankLeft
    | BanqueAToutVaStaked
    | BanqueAToutVaReadied
    | BanqueAToutVaBetsClosed
    | BanqueAToutVaDealBegan
    | BanqueAToutVaCardsDealt
    | BanqueAToutVaHandShown
    | BanqueAToutVaHandSpoke
    | BanqueAToutVaThirdCard
    | BanqueAToutVaCoupAnnounced
    | BanqueAToutVaStakesSettled
    | BanqueAToutVaShoeEnds
    | BanqueAToutVaCheminDeFerBegan
    | CheminDeFerClaimMade
    | CheminDeFerClaimWithdrawn
    | CheminDeFerNoMoreSaid
    | CheminDeFerClaimsCompared
    | CheminDeFerNothingMoreGoes
    | CheminDeFerNobodyStaked
    | CheminDeFerDealBegan
    | CheminDeFerCardPassed
    | CheminDeFerHandSpoke
    | CheminDeFerHandsShown
    | CheminDeFerCoupDecided
    | CheminDeFerLevyTaken
    | BanqueAToutVaSessionBroken
    | BanqueAToutVaCoupClosed
    | BatailleOpened
    | BatailleStaked
    | BatailleReadied
    | BatailleBetsClosed
    | BatailleDealt
    | BatailleStakesSettled
    | BatailleFought
    | BigWheelOpened
    | BigWheelStaked
    | BigWheelReadied
    | BigWheelBetsClosed
    | BigWheelSpinStopped
    | BigWheelNumberFell
    | BigWheelCollected
    | BigWheelPaid
    | BigWheelRestaked
    | BigWheelSessionBroken
    | BigWheelRoundClosed
    | Opened
    | Staked
    | Readied
    | BetsClosed
    | CardDealt
    | StopCardOut
    | SideBetSettled
    | BonusesAnnounced
    | SideBetHeld
    | InsuranceOffered
    | EvenMoneyOffered
    | Insured
    | Declined
    | PlayBegan
    | CardCalled
    | Stood
    | Doubled
    | HandSplit
    | DealerDone
    | HandSettled
    | InsuranceSettled
    | Matched
    | Misdealing
    | CardDiscarded
    | ShoeRefilled
    | CardExposed
    | CardRefused
    | IncidentSubmitted
    | IncidentRuled
    | JackpotFed
    | JackpotClaimed
    | ConsolationDue
    | JackpotPaid
    | ConsolationPaid
    | PotRestarted
    | RoundClosed
    | BouleOpened
    | BouleStaked
    | BouleReadied
    | BouleBetsClosed
    | BouleSpinStopped
    | BouleNumberFell
    | BouleCollected
    | BoulePaid
    | BouleRestaked
    | BouleSessionBroken
    | BouleRoundClosed
    | CheminDeFerCoupOpened
    | CheminDeFerSeatsChanged
    | CheminDeFerBankStaked
    | CheminDeFerHandKept
    | CheminDeFerHandPassed
    | CheminDeFerGarageFilled
    | CheminDeFerSessionBroken
    | CheminDeFerCoupClosed
    | CrapsOpened
    | CrapsSeatsChanged
    | CrapsShooterChanged
    | CrapsDiceChanged
    | CrapsStaked
    | CrapsSwitched
    | CrapsReadied
    | CrapsBetsClosed
    | CrapsThrown
    | CrapsNoDice
    | CrapsDiceFell
    | CrapsCollected
    | CrapsPaid
    | CrapsMoved
    | CrapsPointChanged
    | CrapsRestaked
    | CrapsTakenDown
    | CrapsSessionBroken
    | CrapsRoundClosed
    | EuropeanRouletteOpened
    | EuropeanRouletteStaked
    | EuropeanRouletteReadied
    | EuropeanRouletteHalfTaken
    | EuropeanRouletteImprisoned
    | EuropeanRouletteBetsClosed
    | EuropeanRouletteSpinStopped
    | EuropeanRouletteNumberFell
    | EuropeanRouletteCollected
    | EuropeanRoulettePaid
    | EuropeanRouletteRestaked
    | EuropeanRouletteChoiceOffered
    | EuropeanRouletteSessionBroken
    | EuropeanRouletteRoundClosed
    | PuntoBancoCoupOpened
    | PuntoBancoSeatsChanged
    | PuntoBancoCardTurnedUp
    | PuntoBancoCardsBurnt
    | PuntoBancoStaked
    | PuntoBancoReadied
    | PuntoBancoBankRefused
    | PuntoBancoBetsClosed
    | PuntoBancoCardsDealt
    | PuntoBancoCardsRefused
    | PuntoBancoHandTurned
    | PuntoBancoPairsAnnounced
    | PuntoBancoHandSpoke
    | PuntoBancoThirdCard
    | PuntoBancoCoupAnnounced
    | PuntoBancoStakesSettled
    | PuntoBancoBankPassed
    | PuntoBancoSessionBroken
    | PuntoBancoCoupClosed
    | TrenteEtQuaranteStaked
    | TrenteEtQuaranteReadied
    | TrenteEtQuaranteHalfTaken
    | TrenteEtQuaranteImprisoned
    | TrenteEtQuaranteBetsClosed
    | TrenteEtQuaranteCollected
    | TrenteEtQuarantePaid
    | TrenteEtQuaranteRestaked
    | TrenteEtQuaranteChoiceOffered
    | TrenteEtQuaranteSessionBroken
    | TrenteEtQuaranteRoundClosed
    | TrenteEtQuaranteOpened
    | TrenteEtQuaranteSeatTaken
    | TrenteEtQuaranteCardTurned
    | TrenteEtQuaranteTalonCounted
    | TrenteEtQuaranteCoupAnnounced
    | TrenteEtQuaranteCoupAnnulled
    | TrenteEtQuaranteGivenBack
  )[];
  floor: FloorShown;
  now: number;
  seq: number;
  table: number;
  type: "frame";
  view:
    | AmericanRouletteView
    | AutomaticGamesView
    | BanqueAToutVaView
    | BatailleView
    | BigWheelView
    | View
    | BouleView
    | CheminDeFerView
    | CrapsView
    | EuropeanRouletteView
    | PuntoBancoView
    | TrenteEtQuaranteView;
  window: number | null;
}
/**
 * Faites vos jeux. What stays over from the last round lies there already.
 */
export interface AmericanRouletteOpened {
  count: number;
  held: Held[];
  kind: "american_roulette.opened";
  moves: Move[];
  numbers: number[];
  rounds_left: number | null;
  tally: number[];
}
/**
 * A stake and whose it is.
 */
export interface Held {
  laid: Laid;
  party: string;
}
/**
 * A stake on the layout.
 */
export interface Laid {
  amount: number;
  id: string;
  keep: "free" | "choice" | "prison";
  on: string;
  zeros: number;
}
/**
 * Chips that change place: one source, one target, one positive amount.
 */
export interface Move {
  amount: number;
  box: number;
  party: string;
  pot: string;
  source: Place;
  target: Place;
  why: string;
}
/**
 * A party's free stakes are now these; announced bets are among them, chip by chip.
 */
export interface AmericanRouletteStaked {
  announced: Announced[];
  kind: "american_roulette.staked";
  laid: Laid[];
  moves: Move[];
  party: string;
  total: number;
}
export interface AmericanRouletteReadied {
  kind: "american_roulette.readied";
  moves: Move[];
  party: string;
}
/**
 * Rien ne va plus.
 */
export interface AmericanRouletteBetsClosed {
  kind: "american_roulette.bets_closed";
  moves: Move[];
}
/**
 * The spin is void: every stake stays, and it is launched again.
 */
export interface AmericanRouletteSpinStopped {
  by: string;
  kind: "american_roulette.spin_stopped";
  moves: Move[];
  reopens: boolean;
}
/**
 * What fell is announced, with the chances that win, if any.
 */
export interface AmericanRouletteNumberFell {
  chances: string[];
  kind: "american_roulette.number_fell";
  moves: Move[];
  number: number;
}
/**
 * The losing stakes go to the table.
 */
export interface AmericanRouletteCollected {
  kind: "american_roulette.collected";
  moves: Move[];
  settled: Settled[];
  total: number;
}
/**
 * What became of a stake.
 */
export interface Settled {
  fate: "won" | "lost" | "half" | "released" | "cancelled" | "push";
  id: string;
  on: string;
  party: string;
  returned: number;
  staked: number;
}
/**
 * The winning stakes are given back and paid, those of one kind of bet; prisoners are freed.
 */
export interface AmericanRoulettePaid {
  bet: string;
  kind: "american_roulette.paid";
  moves: Move[];
  settled: Settled[];
  total: number;
}
/**
 * Winning stakes are laid again for the next round (COMMON-5).
 */
export interface AmericanRouletteRestaked {
  held: Held[];
  kind: "american_roulette.restaked";
  moves: Move[];
  total: number;
}
/**
 * The session ends by an incident: what is left on the layout goes back at its value.
 */
export interface AmericanRouletteSessionBroken {
  by: string;
  kind: "american_roulette.session_broken";
  moves: Move[];
  settled: Settled[];
  total: number;
}
/**
 * The round is over; nothing lies on the layout but what stays over.
 */
export interface AmericanRouletteRoundClosed {
  kind: "american_roulette.round_closed";
  moves: Move[];
}
/**
 * An operator annulled the round, of whatever game: every stake goes back (COMMON-7).
 */
export interface Voided {
  kind: "table.voided";
  moves: Move[];
  reason: string;
}
/**
 * The position awaits a game; what it held before it holds still.
 */
export interface AutomaticGamesOpened {
  found: AutomaticGamesPosition;
  kind: "automatic_games.opened";
  last: boolean;
  moves: Move[];
}
/**
 * What a position keeps from game to game. Amounts are minor units.
 */
export interface AutomaticGamesPosition {
  balance: number;
  complements: number;
  fault: boolean;
  free: number;
  free_stake: number;
  free_won: number;
  games: AutomaticGamesGame[];
  hand: string[];
  hand_stake: number;
  hopper: number;
  identified: boolean;
  in_service: boolean;
  meters: AutomaticGamesMeters;
  orphans: number;
  owed: number;
  owner: string;
  tickets: AutomaticGamesTicket[];
}
/**
 * A game that was played at the position. Amounts are minor units.
 */
export interface AutomaticGamesGame {
  by_hand: boolean;
  cards: string[];
  complaint: "" | "made" | "heard" | "decided";
  complements: number;
  due: number;
  free: boolean;
  number: number;
  paid: number;
  party: string;
  stake: number;
  stops: number[];
  wins: AutomaticGamesWin[];
}
/**
 * An award of a game, as it stands there. Amounts are minor units.
 */
export interface AutomaticGamesWin {
  amount: number;
  line: number;
  pays: number;
  symbols: string[];
}
/**
 * All meters of a position. Nothing sets one back.
 */
export interface AutomaticGamesMeters {
  annulled_in: number;
  annulled_out: number;
  annulled_played: number;
  card_in: number;
  card_out: number;
  cash_box: number;
  coin_in: number;
  coin_out: number;
  free: number;
  games: number;
  jackpot: number;
  note_box: number;
  note_in: number;
  orphan: number;
  out: number;
  played: number;
  ticket_in: number;
  ticket_out: number;
  won: number;
}
/**
 * A ticket that the position has taken, or issued under a number that it was given.
 */
export interface AutomaticGamesTicket {
  amount: number;
  code: string;
  party: string;
  state: "issued" | "redeemed";
}
/**
 * Credits came onto the position.
 */
export interface AutomaticGamesLoaded {
  amount: number;
  hopper: number;
  kind: "automatic_games.loaded";
  medium: "note" | "ticket" | "card" | "coin";
  moves: Move[];
  party: string;
  ticket: string;
}
/**
 * A game is paid for: from here on it is drawn, whatever happens.
 */
export interface AutomaticGamesPlayed {
  amount: number;
  free: boolean;
  kind: "automatic_games.played";
  moves: Move[];
  party: string;
}
/**
 * Five cards lie there: the game waits, in a round of its own, for what its player holds.
 */
export interface AutomaticGamesDealt {
  cards: string[];
  kind: "automatic_games.dealt";
  moves: Move[];
  party: string;
}
/**
 * The cards at these positions stay; what replaces the others was promised before.
 */
export interface AutomaticGamesHeld {
  kind: "automatic_games.held";
  moves: Move[];
  party: string;
  positions: number[];
  timed_out: boolean;
}
/**
 * What was to fall counts for nothing: the stake stays, and another game is drawn.
 */
export interface AutomaticGamesSpinStopped {
  by: string;
  kind: "automatic_games.spin_stopped";
  moves: Move[];
}
/**
 * Reels or cards stand: what the game pays is credited, or owed and paid by hand.
 */
export interface AutomaticGamesGameEnded {
  brought: number;
  by_hand: boolean;
  cards: string[];
  due: number;
  kind: "automatic_games.game_ended";
  moves: Move[];
  paid: number;
  party: string;
  stops: number[];
  wins: AutomaticGamesWin[];
}
/**
 * Credits left the position, to whom they belong.
 */
export interface AutomaticGamesCashedOut {
  amount: number;
  kind: "automatic_games.cashed_out";
  medium: "ticket" | "card" | "coin";
  moves: Move[];
  party: string;
  ticket: string;
  timed_out: boolean;
}
/**
 * Somebody walked away from credits that nobody can be known by (MC-AUTO-46).
 */
export interface AutomaticGamesOrphaned {
  amount: number;
  kind: "automatic_games.orphaned";
  moves: Move[];
  party: string;
}
/**
 * The owner's identity document was seen (MC-AUTO-42).
 */
export interface AutomaticGamesIdentified {
  by: string;
  kind: "automatic_games.identified";
  moves: Move[];
  party: string;
}
/**
 * The device was checked before a win is paid; the win stays owed (MC-AUTO-43).
 */
export interface AutomaticGamesDeviceChecked {
  by: string;
  kind: "automatic_games.device_checked";
  moves: Move[];
  right: boolean;
}
/**
 * The win that was owed is paid by hand; a cheque or transfer is issued by the cage.
 */
export interface AutomaticGamesHandPaid {
  amount: number;
  by: string;
  kind: "automatic_games.hand_paid";
  means: "cash" | "cheque" | "transfer";
  moves: Move[];
  party: string;
}
/**
 * A player contests what a game has paid (MC-AUTO-45).
 */
export interface AutomaticGamesComplained {
  game: number;
  kind: "automatic_games.complained";
  moves: Move[];
  party: string;
}
export interface AutomaticGamesMechanicHeard {
  by: string;
  game: number;
  kind: "automatic_games.mechanic_heard";
  moves: Move[];
}
/**
 * The supervisor has decided; what he grants is a complement.
 */
export interface AutomaticGamesComplaintDecided {
  by: string;
  game: number;
  granted: number;
  kind: "automatic_games.complaint_decided";
  moves: Move[];
}
/**
 * What the machine paid too little is paid by hand, and counts in no meter (MC-AUTO-50).
 */
export interface AutomaticGamesComplemented {
  amount: number;
  by: string;
  due: number;
  game: number;
  identified: boolean;
  kind: "automatic_games.complemented";
  moves: Move[];
  paid: number;
  party: string;
}
/**
 * A mechanic has opened the device: nothing is played, and credits stay as they are.
 */
export interface AutomaticGamesMachineOpened {
  by: string;
  kind: "automatic_games.machine_opened";
  moves: Move[];
}
/**
 * The device is closed, and its sheet complete.
 */
export interface AutomaticGamesMachineClosed {
  by: string;
  kind: "automatic_games.machine_closed";
  moves: Move[];
  reason: string;
}
/**
 * The session ends by an incident: a stake that waits comes back, and all credits leave.
 */
export interface AutomaticGamesSessionBroken {
  amount: number;
  by: string;
  kind: "automatic_games.session_broken";
  moves: Move[];
  party: string;
}
/**
 * The round is over; credits stay for the next.
 */
export interface AutomaticGamesRoundClosed {
  kind: "automatic_games.round_closed";
  moves: Move[];
}
/**
 * *Faites vos jeux*; all that is left of the coups before rides in it.
 */
export interface BanqueAToutVaCoupOpened {
  bank: number;
  banker: string;
  chemin_de_fer: boolean;
  coup: number;
  kind: "banque_a_tout_va.opened";
  last: "" | "announced" | "played" | "chemin_de_fer_offered" | "none";
  left: number;
  moves: Move[];
  passes: ("right" | "left")[];
  rest: number | null;
  results: string[];
  right: number;
  rounds_left: number | null;
  seats: SeatTaken[];
  shoe: number;
  silent: number;
  tickets: number;
}
/**
 * Who sits where; a party is named once, at its first seat.
 */
export interface SeatTaken {
  party: string;
  seat: number;
}
/**
 * Somebody sat down or left.
 */
export interface BanqueAToutVaSeatsChanged {
  kind: "banque_a_tout_va.seats_changed";
  moves: Move[];
  seats: SeatTaken[];
}
/**
 * An approved banker has the bank, or has added to it.
 */
export interface BanqueAToutVaBankPutUp {
  amount: number;
  bank: number;
  banker: string;
  kind: "banque_a_tout_va.bank_put_up";
  moves: Move[];
}
/**
 * The banker leaves when this coup is over.
 */
export interface BanqueAToutVaBankLeaves {
  banker: string;
  kind: "banque_a_tout_va.bank_leaves";
  moves: Move[];
}
/**
 * The banker has his chips back; the house has the bank.
 */
export interface BanqueAToutVaBankLeft {
  amount: number;
  banker: string;
  kind: "banque_a_tout_va.bank_left";
  moves: Move[];
  why: "asked" | "silent" | "shoe" | "session" | "spent";
}
/**
 * A party's stakes are now these.
 */
export interface BanqueAToutVaStaked {
  kind: "banque_a_tout_va.staked";
  laid: BanqueAToutVaWager[];
  moves: Move[];
  party: string;
  total: number;
}
export interface BanqueAToutVaReadied {
  kind: "banque_a_tout_va.readied";
  moves: Move[];
  party: string;
}
/**
 * *Rien ne va plus*, and who has the hands; empty for the croupier (MC-BTV-16, MC-BTV-22).
 */
export interface BanqueAToutVaBetsClosed {
  kind: "banque_a_tout_va.bets_closed";
  left: string;
  left_seat: number;
  moves: Move[];
  right: string;
  right_seat: number;
}
/**
 * The banker deals, or the server for him (MC-BTV-15).
 */
export interface BanqueAToutVaDealBegan {
  by: "holder" | "dealer" | "clock";
  kind: "banque_a_tout_va.deal_began";
  moves: Move[];
}
/**
 * Two cards each, face down: right, left, banker, and again (MC-BTV-23).
 */
export interface BanqueAToutVaCardsDealt {
  banker: string[];
  coup: number;
  kind: "banque_a_tout_va.cards_dealt";
  left: string[];
  moves: Move[];
  rest: number | null;
  right: string[];
}
/**
 * All cards of a hand lie open, and its point is announced.
 */
export interface BanqueAToutVaHandShown {
  cards: string[];
  hand: "right" | "left" | "banker";
  kind: "banque_a_tout_va.hand_shown";
  moves: Move[];
  point: number;
}
/**
 * « Carte » or « non »; who takes a card throws the other two face down (MC-BTV-28).
 */
export interface BanqueAToutVaHandSpoke {
  by: "holder" | "dealer" | "clock";
  draws: boolean;
  hand: "right" | "left" | "banker";
  kind: "banque_a_tout_va.hand_spoke";
  moves: Move[];
}
/**
 * A third card, face up; what the hand counts with it is announced at the end.
 */
export interface BanqueAToutVaThirdCard {
  card: string;
  hand: "right" | "left" | "banker";
  kind: "banque_a_tout_va.third_card";
  moves: Move[];
  rest: number | null;
}
/**
 * The points, and what each tableau does against the banker (MC-BTV-31).
 */
export interface BanqueAToutVaCoupAnnounced {
  banker: number;
  kind: "banque_a_tout_va.coup_announced";
  left: number;
  moves: Move[];
  on_left: "wins" | "equal" | "loses";
  on_right: "wins" | "equal" | "loses";
  result: string;
  right: number;
}
/**
 * The losing stakes are collected, then the others are given back and paid.
 */
export interface BanqueAToutVaStakesSettled {
  kind: "banque_a_tout_va.stakes_settled";
  moves: Move[];
  returned: number;
  settled: BanqueAToutVaSettled[];
  staked: number;
}
/**
 * What became of a stake; `returned` includes the stake.
 */
export interface BanqueAToutVaSettled {
  id: string;
  on: "tableau_right" | "tableau_left" | "a_cheval";
  party: string;
  returned: number;
  staked: number;
}
/**
 * The stop card is out: whether a last coup follows (MC-BTV-37, MC-BTV-38, A5).
 */
export interface BanqueAToutVaShoeEnds {
  kind: "banque_a_tout_va.shoe_ends";
  last: "" | "announced" | "played" | "chemin_de_fer_offered" | "none";
  moves: Move[];
  rest: number;
  session_over: boolean;
}
/**
 * The banker plays the last coup; his bank is announced, and claims are asked for (A5).
 */
export interface BanqueAToutVaCheminDeFerBegan {
  bank: number;
  kind: "banque_a_tout_va.chemin_de_fer_began";
  moves: Move[];
}
/**
 * Somebody claims; his chips lie on the layout until the claim is accepted or turned down.
 */
export interface CheminDeFerClaimMade {
  amount: number;
  bet: "banco" | "with_table" | "complement";
  claim: number;
  kind: "chemin_de_fer.claim_made";
  late: boolean;
  moves: Move[];
  party: string;
}
export interface CheminDeFerClaimWithdrawn {
  claim: number;
  kind: "chemin_de_fer.claim_withdrawn";
  moves: Move[];
}
export interface CheminDeFerNoMoreSaid {
  kind: "chemin_de_fer.no_more_said";
  moves: Move[];
  party: string;
}
/**
 * Claims were decided on; chips that are not accepted are given back.
 */
export interface CheminDeFerClaimsCompared {
  holder: string;
  kind: "chemin_de_fer.claims_compared";
  moves: Move[];
  opens: boolean;
  taken: CheminDeFerTaken[];
  turned_down: CheminDeFerTurnedDown[];
}
/**
 * A claim that was accepted, and with how much of its chips.
 */
export interface CheminDeFerTaken {
  amount: number;
  claim: number;
  left_in: boolean;
}
/**
 * A claim that was not accepted, and the refusal code that says why.
 */
export interface CheminDeFerTurnedDown {
  claim: number;
  code: string;
}
/**
 * « Rien ne va plus, partie pour les jeux marqués » (MC-CDF-26).
 */
export interface CheminDeFerNothingMoreGoes {
  covered: number;
  kind: "chemin_de_fer.nothing_more_goes";
  moves: Move[];
}
/**
 * The window closed without a stake: there is no coup (A8).
 */
export interface CheminDeFerNobodyStaked {
  again: "keep" | "banco";
  kind: "chemin_de_fer.nobody_staked";
  moves: Move[];
}
/**
 * The banker draws; the part of the bank that nobody covered goes back to him (MC-CDF-25).
 */
export interface CheminDeFerDealBegan {
  coup: number;
  kind: "chemin_de_fer.deal_began";
  moves: Move[];
  ponte: string;
  timed_out: boolean;
  uncovered: number;
}
/**
 * A card left the shoe.
 */
export interface CheminDeFerCardPassed {
  card: string | null;
  face_up: boolean;
  hand: "ponte" | "banker";
  kind: "chemin_de_fer.card_passed";
  moves: Move[];
  stop_card: boolean;
}
/**
 * « Carte » or « non ».
 */
export interface CheminDeFerHandSpoke {
  draws: boolean;
  hand: "ponte" | "banker";
  kind: "chemin_de_fer.hand_spoke";
  moves: Move[];
  timed_out: boolean;
}
/**
 * Both hands lie open: somebody has a natural, or nobody draws any more.
 */
export interface CheminDeFerHandsShown {
  banker: string[];
  banker_point: number;
  kind: "chemin_de_fer.hands_shown";
  moves: Move[];
  ponte: string[];
  ponte_point: number;
}
/**
 * Stakes are collected into the bank, given back, or paid out of it in seat order.
 */
export interface CheminDeFerCoupDecided {
  kind: "chemin_de_fer.coup_decided";
  moves: Move[];
  outcomes: CheminDeFerOutcome[];
  winner: "ponte" | "banker" | "tie";
}
/**
 * What became of a ponte's stake; `returned` includes the stake.
 */
export interface CheminDeFerOutcome {
  claim: number;
  party: string;
  returned: number;
  staked: number;
}
/**
 * The house's part of what the banker has won; one record for each coup he wins.
 */
export interface CheminDeFerLevyTaken {
  kind: "chemin_de_fer.levy_taken";
  moves: Move[];
  ticket: CheminDeFerTicket;
}
/**
 * The record of one levy, torn from the table's book (MC-CDF-35).
 */
export interface CheminDeFerTicket {
  amount: number;
  book: number;
  coup: number;
  serial: number;
}
/**
 * The session ends by an incident: every stake and the bank go back.
 */
export interface BanqueAToutVaSessionBroken {
  by: string;
  kind: "banque_a_tout_va.session_broken";
  moves: Move[];
}
export interface BanqueAToutVaCoupClosed {
  kind: "banque_a_tout_va.coup_closed";
  moves: Move[];
}
export interface BatailleOpened {
  kind: "bataille.opened";
  moves: Move[];
}
/**
 * What lies on a box now, in all.
 */
export interface BatailleStaked {
  amount: number;
  box: number;
  kind: "bataille.staked";
  moves: Move[];
  party: string;
  tie: number;
}
export interface BatailleReadied {
  kind: "bataille.readied";
  moves: Move[];
  party: string;
}
export interface BatailleBetsClosed {
  kind: "bataille.bets_closed";
  moves: Move[];
}
/**
 * A card for each of these boxes and one for the bank; for a battle, burnt ones go before.
 */
export interface BatailleDealt {
  boxes: number[];
  burnt: number;
  cards: string[];
  dealer: string;
  kind: "bataille.dealt";
  moves: Move[];
  stop_card: boolean;
}
/**
 * These bets are decided; a stake that is not named, and was not before, is on equal cards.
 */
export interface BatailleStakesSettled {
  kind: "bataille.stakes_settled";
  moves: Move[];
  settled: BatailleSettled[];
}
export interface BatailleSettled {
  added: number;
  bet: "main" | "tie";
  box: number;
  party: string;
  result: "win" | "lose" | "gave_up" | "battle_win" | "battle_tie" | "battle_lose";
  returned: number;
  staked: number;
}
export interface BatailleFought {
  amount: number;
  box: number;
  kind: "bataille.fought";
  moves: Move[];
  party: string;
}
/**
 * Faites vos jeux. What stays over from the last round lies there already.
 */
export interface BigWheelOpened {
  count: number;
  held: Held[];
  kind: "big_wheel.opened";
  moves: Move[];
  numbers: number[];
  rounds_left: number | null;
  tally: number[];
}
/**
 * A party's free stakes are now these; announced bets are among them, chip by chip.
 */
export interface BigWheelStaked {
  announced: Announced[];
  kind: "big_wheel.staked";
  laid: Laid[];
  moves: Move[];
  party: string;
  total: number;
}
export interface BigWheelReadied {
  kind: "big_wheel.readied";
  moves: Move[];
  party: string;
}
/**
 * Rien ne va plus.
 */
export interface BigWheelBetsClosed {
  kind: "big_wheel.bets_closed";
  moves: Move[];
}
/**
 * The spin is void: every stake stays, and it is launched again.
 */
export interface BigWheelSpinStopped {
  by: string;
  kind: "big_wheel.spin_stopped";
  moves: Move[];
  reopens: boolean;
}
/**
 * What fell is announced, with the chances that win, if any.
 */
export interface BigWheelNumberFell {
  chances: string[];
  kind: "big_wheel.number_fell";
  moves: Move[];
  number: number;
}
/**
 * The losing stakes go to the table.
 */
export interface BigWheelCollected {
  kind: "big_wheel.collected";
  moves: Move[];
  settled: Settled[];
  total: number;
}
/**
 * The winning stakes are given back and paid, those of one kind of bet; prisoners are freed.
 */
export interface BigWheelPaid {
  bet: string;
  kind: "big_wheel.paid";
  moves: Move[];
  settled: Settled[];
  total: number;
}
/**
 * Winning stakes are laid again for the next round (COMMON-5).
 */
export interface BigWheelRestaked {
  held: Held[];
  kind: "big_wheel.restaked";
  moves: Move[];
  total: number;
}
/**
 * The session ends by an incident: what is left on the layout goes back at its value.
 */
export interface BigWheelSessionBroken {
  by: string;
  kind: "big_wheel.session_broken";
  moves: Move[];
  settled: Settled[];
  total: number;
}
/**
 * The round is over; nothing lies on the layout but what stays over.
 */
export interface BigWheelRoundClosed {
  kind: "big_wheel.round_closed";
  moves: Move[];
}
/**
 * « Faites vos jeux. »
 */
export interface Opened {
  kind: "blackjack.opened";
  moves: Move[];
  rounds_left: number | null;
}
/**
 * The box's stakes are now these totals.
 */
export interface Staked {
  alone: boolean;
  box: number;
  kind: "blackjack.staked";
  main: number;
  moves: Move[];
  party: string;
  queen_of_hearts: number;
  sides: SideAmount[];
  standing: boolean;
}
export interface Readied {
  kind: "blackjack.readied";
  moves: Move[];
  party: string;
}
/**
 * « Rien ne va plus. »
 */
export interface BetsClosed {
  kind: "blackjack.bets_closed";
  moves: Move[];
}
/**
 * A card lies face up before a hand.
 */
export interface CardDealt {
  box: number;
  card: string;
  hand: string;
  kind: "blackjack.card_dealt";
  moves: Move[];
}
/**
 * The red stop card appeared: this round is the last of the shoe (FR-2024-012).
 */
export interface StopCardOut {
  box: number | null;
  kind: "blackjack.stop_card_out";
  moves: Move[];
}
/**
 * A side bet was paid or collected. `line` is the pay table's line, 0 when it lost.
 */
export interface SideBetSettled {
  bet:
    | "queen_of_hearts"
    | "lucky_ladies"
    | "two_plus_one"
    | "hyper:17"
    | "hyper:18"
    | "hyper:19"
    | "hyper:20"
    | "hyper:21"
    | "hyper:BJ"
    | "hyper:BUST"
    | "jp1"
    | "perfect_pairs"
    | "twenty_one_plus_three"
    | "split_aces";
  box: number;
  clauses: string[];
  kind: "blackjack.side_bet_settled";
  line: number;
  moves: Move[];
  party: string;
  returned: number;
  staked: number;
}
/**
 * The dealer says how many stakes on the queens play for a bonus (FR-2024-081).
 */
export interface BonusesAnnounced {
  count: number;
  kind: "blackjack.bonuses_announced";
  moves: Move[];
}
/**
 * A pair of queens of hearts waits for the dealer's second card (FR-2024-087).
 */
export interface SideBetHeld {
  bet:
    | "queen_of_hearts"
    | "lucky_ladies"
    | "two_plus_one"
    | "hyper:17"
    | "hyper:18"
    | "hyper:19"
    | "hyper:20"
    | "hyper:21"
    | "hyper:BJ"
    | "hyper:BUST"
    | "jp1"
    | "perfect_pairs"
    | "twenty_one_plus_three"
    | "split_aces";
  box: number;
  kind: "blackjack.side_bet_held";
  moves: Move[];
  party: string;
}
/**
 * The dealer's first card is an ace (FR-2024-051).
 */
export interface InsuranceOffered {
  behind: Bettors[];
  boxes: number[];
  kind: "blackjack.insurance_offered";
  moves: Move[];
}
/**
 * The standing bettors of one box.
 */
export interface Bettors {
  box: number;
  parties: string[];
}
/**
 * Black-jacks face a ten or a court card: their bettors may be paid 1 to 1 (MC-078).
 */
export interface EvenMoneyOffered {
  behind: Bettors[];
  boxes: number[];
  kind: "blackjack.even_money_offered";
  moves: Move[];
}
export interface Insured {
  amount: number;
  box: number;
  kind: "blackjack.insured";
  moves: Move[];
  party: string;
}
export interface Declined {
  box: number;
  kind: "blackjack.declined";
  moves: Move[];
  party: string;
}
/**
 * The offer is over; hands are played box by box.
 */
export interface PlayBegan {
  kind: "blackjack.play_began";
  moves: Move[];
}
/**
 * « Carte. » The hand takes the next card of the shoe (FR-2024-033).
 */
export interface CardCalled {
  box: number;
  hand: string;
  kind: "blackjack.card_called";
  moves: Move[];
}
export interface Stood {
  box: number;
  hand: string;
  kind: "blackjack.stood";
  moves: Move[];
  timed_out: boolean;
}
export interface Doubled {
  added: number;
  box: number;
  hand: string;
  joined: Joined[];
  kind: "blackjack.doubled";
  moves: Move[];
}
/**
 * A standing bettor matched a double or split.
 */
export interface Joined {
  added: number;
  party: string;
}
/**
 * The hand became `<hand>a` and `<hand>b`, one card each (ENG-05, ENG-06).
 */
export interface HandSplit {
  added: number;
  box: number;
  hand: string;
  joined: Joined[];
  kind: "blackjack.hand_split";
  moves: Move[];
}
/**
 * The dealer announces his point (FR-2024-039): `17`..`21`, `BJ`, `BUST`, `NOT_DRAWN`.
 */
export interface DealerDone {
  kind: "blackjack.dealer_done";
  moves: Move[];
  result: string;
}
/**
 * A hand's stakes were paid, returned or collected.
 */
export interface HandSettled {
  box: number;
  clauses: string[];
  hand: string;
  kind: "blackjack.hand_settled";
  moves: Move[];
  party: string;
  result: "blackjack" | "win" | "push" | "lose" | "bust" | "surrender" | "even_money" | "void";
  returned: number;
  staked: number;
}
export interface InsuranceSettled {
  box: number;
  clauses: string[];
  kind: "blackjack.insurance_settled";
  moves: Move[];
  party: string;
  returned: number;
  staked: number;
}
/**
 * A standing bettor will match the next double or split of the hand, or no longer.
 */
export interface Matched {
  box: number;
  hand: string;
  kind: "blackjack.matched";
  matches: boolean;
  moves: Move[];
  party: string;
}
/**
 * Boxes were passed over in the deal: void, or completed after it (ON-85, ON-86).
 */
export interface Misdealing {
  kind: "blackjack.misdealing";
  moves: Move[];
  no_card: number[];
  one_card: number[];
}
/**
 * A card left the shoe and is not played (ON-78, ON-82, ON-84).
 */
export interface CardDiscarded {
  card: string | null;
  kind: "blackjack.card_discarded";
  moves: Move[];
  why: "face_up_in_shoe" | "dealer_overdraw" | "burn_after_refill";
}
/**
 * The shoe ran out; the discards were shuffled and cut to finish the round (ON-83).
 */
export interface ShoeRefilled {
  kind: "blackjack.shoe_refilled";
  moves: Move[];
}
/**
 * A card was drawn face up by mistake: it is the next card for whoever takes it (ON-80).
 */
export interface CardExposed {
  card: string;
  kind: "blackjack.card_exposed";
  moves: Move[];
}
/**
 * A player refused the exposed card; all his hands are closed as they are (ON-81).
 */
export interface CardRefused {
  kind: "blackjack.card_refused";
  moves: Move[];
  party: string;
}
/**
 * The incident belongs to the games management; the procedure is its proposal (MC-116).
 */
export interface IncidentSubmitted {
  kind: "blackjack.incident_submitted";
  moves: Move[];
  what: string;
}
/**
 * The management let the procedure stand; `by` is empty where its time ran out.
 */
export interface IncidentRuled {
  by: string;
  kind: "blackjack.incident_ruled";
  moves: Move[];
}
/**
 * A progressive stake left the layout for the pots before the deal (FR-2024-127).
 */
export interface JackpotFed {
  bet:
    | "queen_of_hearts"
    | "lucky_ladies"
    | "two_plus_one"
    | "hyper:17"
    | "hyper:18"
    | "hyper:19"
    | "hyper:20"
    | "hyper:21"
    | "hyper:BJ"
    | "hyper:BUST"
    | "jp1"
    | "perfect_pairs"
    | "twenty_one_plus_three"
    | "split_aces";
  box: number;
  kind: "blackjack.jackpot_fed";
  moves: Move[];
  party: string;
  staked: number;
}
/**
 * A hand won a share of a pot; it is paid once that is approved (FR-2024-138, 139).
 */
export interface JackpotClaimed {
  bet:
    | "queen_of_hearts"
    | "lucky_ladies"
    | "two_plus_one"
    | "hyper:17"
    | "hyper:18"
    | "hyper:19"
    | "hyper:20"
    | "hyper:21"
    | "hyper:BJ"
    | "hyper:BUST"
    | "jp1"
    | "perfect_pairs"
    | "twenty_one_plus_three"
    | "split_aces";
  box: number;
  clauses: string[];
  kind: "blackjack.jackpot_claimed";
  line: number;
  moves: Move[];
  party: string;
  percent: number;
  pot: "jp1_main" | "jp1_secondary" | "split_aces";
  staked: number;
  supervised: boolean;
}
/**
 * Somebody else's jackpot earns this JP1 stake a consolation prize (FR-2024-141).
 */
export interface ConsolationDue {
  amount: number;
  box: number;
  clauses: string[];
  kind: "blackjack.consolation_due";
  moves: Move[];
  party: string;
}
/**
 * A hand was paid its equal share of a pot (FR-2024-140).
 */
export interface JackpotPaid {
  bet:
    | "queen_of_hearts"
    | "lucky_ladies"
    | "two_plus_one"
    | "hyper:17"
    | "hyper:18"
    | "hyper:19"
    | "hyper:20"
    | "hyper:21"
    | "hyper:BJ"
    | "hyper:BUST"
    | "jp1"
    | "perfect_pairs"
    | "twenty_one_plus_three"
    | "split_aces";
  box: number;
  kind: "blackjack.jackpot_paid";
  moves: Move[];
  party: string;
  pot: "jp1_main" | "jp1_secondary" | "split_aces";
  returned: number;
}
export interface ConsolationPaid {
  box: number;
  kind: "blackjack.consolation_paid";
  moves: Move[];
  party: string;
  returned: number;
}
/**
 * The pot goes on from this amount; the house adds what it lacks (FR-2024-122).
 */
export interface PotRestarted {
  amount: number;
  kind: "blackjack.pot_restarted";
  moves: Move[];
  pot: "jp1_main" | "jp1_secondary" | "split_aces";
}
/**
 * The round is over and the layout is empty.
 */
export interface RoundClosed {
  kind: "blackjack.round_closed";
  moves: Move[];
}
/**
 * Faites vos jeux. What stays over from the last round lies there already.
 */
export interface BouleOpened {
  count: number;
  held: Held[];
  kind: "boule.opened";
  moves: Move[];
  numbers: number[];
  rounds_left: number | null;
  tally: number[];
}
/**
 * A party's free stakes are now these; announced bets are among them, chip by chip.
 */
export interface BouleStaked {
  announced: Announced[];
  kind: "boule.staked";
  laid: Laid[];
  moves: Move[];
  party: string;
  total: number;
}
export interface BouleReadied {
  kind: "boule.readied";
  moves: Move[];
  party: string;
}
/**
 * Rien ne va plus.
 */
export interface BouleBetsClosed {
  kind: "boule.bets_closed";
  moves: Move[];
}
/**
 * The spin is void: every stake stays, and it is launched again.
 */
export interface BouleSpinStopped {
  by: string;
  kind: "boule.spin_stopped";
  moves: Move[];
  reopens: boolean;
}
/**
 * What fell is announced, with the chances that win, if any.
 */
export interface BouleNumberFell {
  chances: string[];
  kind: "boule.number_fell";
  moves: Move[];
  number: number;
}
/**
 * The losing stakes go to the table.
 */
export interface BouleCollected {
  kind: "boule.collected";
  moves: Move[];
  settled: Settled[];
  total: number;
}
/**
 * The winning stakes are given back and paid, those of one kind of bet; prisoners are freed.
 */
export interface BoulePaid {
  bet: string;
  kind: "boule.paid";
  moves: Move[];
  settled: Settled[];
  total: number;
}
/**
 * Winning stakes are laid again for the next round (COMMON-5).
 */
export interface BouleRestaked {
  held: Held[];
  kind: "boule.restaked";
  moves: Move[];
  total: number;
}
/**
 * The session ends by an incident: what is left on the layout goes back at its value.
 */
export interface BouleSessionBroken {
  by: string;
  kind: "boule.session_broken";
  moves: Move[];
  settled: Settled[];
  total: number;
}
/**
 * The round is over; nothing lies on the layout but what stays over.
 */
export interface BouleRoundClosed {
  kind: "boule.round_closed";
  moves: Move[];
}
/**
 * A coup begins; all that is left of the coups before rides in it.
 */
export interface CheminDeFerCoupOpened {
  bank: number;
  banker: string;
  cards_were: string;
  coup: number;
  coups: number;
  ending: boolean;
  follower: string;
  garage: number;
  kind: "chemin_de_fer.opened";
  last: boolean;
  moves: Move[];
  rights: CheminDeFerRight[];
  seat: number;
  seats: SeatTaken[];
  shoe_over: boolean;
  silent: number;
  stage: "idle" | "bank" | "keep" | "banco";
  started: boolean;
  ticket: CheminDeFerTicket | null;
  tickets: number;
  tied: boolean;
  windows: number;
}
/**
 * A stake of a coup that was a tie: its ponte may leave it in (MC-CDF-39).
 */
export interface CheminDeFerRight {
  amount: number;
  bet: "banco" | "with_table" | "complement";
  party: string;
}
/**
 * Somebody sat down or left.
 */
export interface CheminDeFerSeatsChanged {
  begins: number;
  kind: "chemin_de_fer.seats_changed";
  moves: Move[];
  seats: SeatTaken[];
}
/**
 * The bank of a new banker is announced.
 */
export interface CheminDeFerBankStaked {
  amount: number;
  kind: "chemin_de_fer.bank_staked";
  moves: Move[];
  timed_out: boolean;
}
/**
 * The banker plays on; the bank is announced.
 */
export interface CheminDeFerHandKept {
  kind: "chemin_de_fer.hand_kept";
  moves: Move[];
  timed_out: boolean;
}
/**
 * The hand goes on; bank and garage are given back as far as they are not lost.
 */
export interface CheminDeFerHandPassed {
  banker: string;
  kind: "chemin_de_fer.hand_passed";
  moves: Move[];
  rests: boolean;
  seat: number;
  why: "passed" | "lost" | "left" | "away" | "no_stakes" | "too_few" | "session";
}
/**
 * A part of what the banker won lies beside the bank, not at risk (MC-CDF-42).
 */
export interface CheminDeFerGarageFilled {
  amount: number;
  kind: "chemin_de_fer.garage_filled";
  moves: Move[];
  wanted: boolean;
}
/**
 * The session ends by an incident: stakes, bank and garage go back to whose they are.
 */
export interface CheminDeFerSessionBroken {
  by: string;
  kind: "chemin_de_fer.session_broken";
  moves: Move[];
}
export interface CheminDeFerCoupClosed {
  kind: "chemin_de_fer.coup_closed";
  moves: Move[];
}
/**
 * Faites vos jeux. What lies there, the point and the dice are as the last throw left them.
 */
export interface CrapsOpened {
  barred: number;
  count: number;
  held: CrapsHeld[];
  kind: "craps.opened";
  last: [number, number][];
  moves: Move[];
  overtime: boolean;
  /**
   * @minItems 2
   * @maxItems 2
   */
  pair: [number, number];
  point: number;
  rounds_left: number | null;
  seats: CrapsAtRail[];
  shooter: CrapsAtRail | null;
  tally: number[];
  throws: number;
  timeouts: number;
}
/**
 * A stake and whose it is.
 */
export interface CrapsHeld {
  laid: CrapsLaid;
  party: string;
}
/**
 * A stake on the layout.
 */
export interface CrapsLaid {
  amount: number;
  fee: number;
  fixed: number;
  fresh: boolean;
  id: string;
  no_action: boolean;
  number: number;
  on: string;
  to: string;
  working: boolean | null;
}
/**
 * Who stands at which place of the rail.
 */
export interface CrapsAtRail {
  party: string;
  seat: number;
}
/**
 * Somebody has come to the rail or left it.
 */
export interface CrapsSeatsChanged {
  kind: "craps.seats_changed";
  moves: Move[];
  seats: CrapsAtRail[];
}
/**
 * The dice are offered to another player, or to nobody where all have declined.
 */
export interface CrapsShooterChanged {
  by: string;
  gone: number[];
  kind: "craps.shooter_changed";
  moves: Move[];
  shooter: CrapsAtRail | null;
  why: "offered" | "declined" | "silent" | "no_line_bet" | "left" | "withdrawn" | "taken";
}
/**
 * Other dice of the session are on the table; the odds are the same.
 */
export interface CrapsDiceChanged {
  by: string;
  kind: "craps.dice_changed";
  moves: Move[];
  /**
   * @minItems 2
   * @maxItems 2
   */
  pair: [number, number];
}
/**
 * These stakes of a party are now as large as this; an amount of 0 is taken down.
 */
export interface CrapsStaked {
  kind: "craps.staked";
  laid: CrapsLaid[];
  moves: Move[];
  party: string;
  total: number;
}
/**
 * A stake plays at the come-out or not, or is left without action or plays again.
 */
export interface CrapsSwitched {
  kind: "craps.switched";
  laid: CrapsLaid[];
  moves: Move[];
  party: string;
  value: boolean;
  what: "working" | "no_action";
}
export interface CrapsReadied {
  kind: "craps.readied";
  moves: Move[];
  party: string;
}
/**
 * Rien ne va plus: the dice are passed to the shooter.
 */
export interface CrapsBetsClosed {
  contracts: string[];
  kind: "craps.bets_closed";
  moves: Move[];
}
/**
 * The dice are thrown; what they show is not known yet.
 */
export interface CrapsThrown {
  by: string;
  kind: "craps.thrown";
  moves: Move[];
  timed_out: boolean;
}
/**
 * The throw is void: point, shooter and stakes stay, and the dice are thrown again.
 */
export interface CrapsNoDice {
  by: string;
  kind: "craps.no_dice";
  moves: Move[];
}
/**
 * What the dice show is announced.
 */
export interface CrapsDiceFell {
  /**
   * @minItems 2
   * @maxItems 2
   */
  dice: [number, number];
  hard: boolean;
  kind: "craps.dice_fell";
  moves: Move[];
  /**
   * @minItems 2
   * @maxItems 2
   */
  pair: [number, number];
  total: number;
}
/**
 * The losing stakes go to the table.
 */
export interface CrapsCollected {
  kind: "craps.collected";
  moves: Move[];
  settled: CrapsSettled[];
  total: number;
}
/**
 * What became of a stake, or of a part of it.
 */
export interface CrapsSettled {
  fate: "won" | "lost" | "push" | "cut" | "removed" | "cancelled";
  fee: number;
  id: string;
  number: number;
  on: string;
  party: string;
  returned: number;
  staked: number;
}
/**
 * The winning stakes are given back and paid; odds that did not play are given back.
 */
export interface CrapsPaid {
  kind: "craps.paid";
  moves: Move[];
  settled: CrapsSettled[];
  total: number;
}
/**
 * Come bets are moved to the number that came; what stays of a cut bet lies on.
 */
export interface CrapsMoved {
  count: number;
  held: CrapsHeld[];
  kind: "craps.moved";
  moves: Move[];
}
/**
 * The puck is moved: a point is set, made, or lost to the 7.
 */
export interface CrapsPointChanged {
  kind: "craps.point_changed";
  moves: Move[];
  point: number;
  why: "set" | "made" | "seven_out";
}
/**
 * Winning stakes are laid again for the next throw (COMMON-5).
 */
export interface CrapsRestaked {
  held: CrapsHeld[];
  kind: "craps.restaked";
  moves: Move[];
  total: number;
}
/**
 * The session is over: what may always be taken back goes back to its owners.
 */
export interface CrapsTakenDown {
  kind: "craps.taken_down";
  moves: Move[];
  settled: CrapsSettled[];
  total: number;
}
/**
 * The session ends by an incident: what is left on the layout goes back.
 */
export interface CrapsSessionBroken {
  by: string;
  kind: "craps.session_broken";
  moves: Move[];
  settled: CrapsSettled[];
  total: number;
}
/**
 * The throw is settled; what is not decided lies on.
 */
export interface CrapsRoundClosed {
  kind: "craps.round_closed";
  moves: Move[];
}
/**
 * Faites vos jeux. What stays over from the last round lies there already.
 */
export interface EuropeanRouletteOpened {
  count: number;
  held: Held[];
  kind: "european_roulette.opened";
  moves: Move[];
  numbers: number[];
  rounds_left: number | null;
  tally: number[];
}
/**
 * A party's free stakes are now these; announced bets are among them, chip by chip.
 */
export interface EuropeanRouletteStaked {
  announced: Announced[];
  kind: "european_roulette.staked";
  laid: Laid[];
  moves: Move[];
  party: string;
  total: number;
}
export interface EuropeanRouletteReadied {
  kind: "european_roulette.readied";
  moves: Move[];
  party: string;
}
/**
 * Stakes are closed: the half, quarter, eighth goes back, the rest to the table.
 */
export interface EuropeanRouletteHalfTaken {
  kind: "european_roulette.half_taken";
  moves: Move[];
  settled: Settled[];
  total: number;
  why: "chosen" | "silent" | "last_of_session";
}
export interface EuropeanRouletteImprisoned {
  held: Held[];
  kind: "european_roulette.imprisoned";
  moves: Move[];
  total: number;
  why: "chosen" | "silent" | "last_of_session";
}
/**
 * Rien ne va plus.
 */
export interface EuropeanRouletteBetsClosed {
  kind: "european_roulette.bets_closed";
  moves: Move[];
}
/**
 * The spin is void: every stake stays, and it is launched again.
 */
export interface EuropeanRouletteSpinStopped {
  by: string;
  kind: "european_roulette.spin_stopped";
  moves: Move[];
  reopens: boolean;
}
/**
 * What fell is announced, with the chances that win, if any.
 */
export interface EuropeanRouletteNumberFell {
  chances: string[];
  kind: "european_roulette.number_fell";
  moves: Move[];
  number: number;
}
/**
 * The losing stakes go to the table.
 */
export interface EuropeanRouletteCollected {
  kind: "european_roulette.collected";
  moves: Move[];
  settled: Settled[];
  total: number;
}
/**
 * The winning stakes are given back and paid, those of one kind of bet; prisoners are freed.
 */
export interface EuropeanRoulettePaid {
  bet: string;
  kind: "european_roulette.paid";
  moves: Move[];
  settled: Settled[];
  total: number;
}
/**
 * Winning stakes are laid again for the next round (COMMON-5).
 */
export interface EuropeanRouletteRestaked {
  held: Held[];
  kind: "european_roulette.restaked";
  moves: Move[];
  total: number;
}
/**
 * Zero: each of these stakes may be halved or go to prison, until the next closing.
 */
export interface EuropeanRouletteChoiceOffered {
  held: Held[];
  kind: "european_roulette.choice_offered";
  moves: Move[];
  total: number;
}
/**
 * The session ends by an incident: what is left on the layout goes back at its value.
 */
export interface EuropeanRouletteSessionBroken {
  by: string;
  kind: "european_roulette.session_broken";
  moves: Move[];
  settled: Settled[];
  total: number;
}
/**
 * The round is over; nothing lies on the layout but what stays over.
 */
export interface EuropeanRouletteRoundClosed {
  kind: "european_roulette.round_closed";
  moves: Move[];
}
/**
 * *Faites vos jeux*; all that is left of the coups before rides in it.
 */
export interface PuntoBancoCoupOpened {
  banker: string;
  burned: number;
  burns: boolean;
  coup: number;
  held: number;
  kind: "punto_banco.opened";
  moves: Move[];
  offered: number;
  refused: string[];
  results: string[];
  rounds_left: number | null;
  seat: number;
  seats: SeatTaken[];
  shoe_over: boolean;
  silent: string[];
  turned_up: string | null;
}
/**
 * Somebody sat down or left, and with him the bank may have moved.
 */
export interface PuntoBancoSeatsChanged {
  banker: string;
  kind: "punto_banco.seats_changed";
  moves: Move[];
  offered: number;
  seat: number;
  seats: SeatTaken[];
}
/**
 * The first card of a shoe says how many are burnt.
 */
export interface PuntoBancoCardTurnedUp {
  burns: number;
  card: string;
  kind: "punto_banco.card_turned_up";
  moves: Move[];
}
/**
 * They have left the shoe, and nobody has seen them.
 */
export interface PuntoBancoCardsBurnt {
  count: number;
  kind: "punto_banco.cards_burnt";
  moves: Move[];
}
/**
 * A party's stakes are now these.
 */
export interface PuntoBancoStaked {
  kind: "punto_banco.staked";
  laid: PuntoBancoWager[];
  moves: Move[];
  party: string;
  total: number;
}
export interface PuntoBancoReadied {
  kind: "punto_banco.readied";
  moves: Move[];
  party: string;
}
/**
 * The banker lets the bank pass; in older rounds anybody did, before it came to him.
 */
export interface PuntoBancoBankRefused {
  banker: string;
  kind: "punto_banco.bank_refused";
  moves: Move[];
  offered: number;
  party: string;
  passed: string[];
  seat: number;
}
/**
 * *Rien ne va plus* (MC-PB-31).
 */
export interface PuntoBancoBetsClosed {
  kind: "punto_banco.bets_closed";
  moves: Move[];
}
/**
 * Two cards each, face down, punto's first (MC-PB-32).
 */
export interface PuntoBancoCardsDealt {
  banco: string[];
  coup: number;
  kind: "punto_banco.cards_dealt";
  moves: Move[];
  punto: string[];
  stop_card: boolean;
  to_banco: string;
  to_punto: string;
}
/**
 * Somebody does not take the cards that were passed to him: the dealer has them (MC-PB-35).
 */
export interface PuntoBancoCardsRefused {
  hand: "punto" | "banco";
  kind: "punto_banco.cards_refused";
  moves: Move[];
  party: string;
}
/**
 * The two cards of a side lie open, and its point is announced (MC-PB-37).
 */
export interface PuntoBancoHandTurned {
  by: "holder" | "dealer" | "clock";
  cards: string[];
  hand: "punto" | "banco";
  kind: "punto_banco.hand_turned";
  moves: Move[];
  point: number;
}
/**
 * Which sides have a pair, before any third card (MC-PB-75).
 */
export interface PuntoBancoPairsAnnounced {
  banco: boolean;
  kind: "punto_banco.pairs_announced";
  moves: Move[];
  punto: boolean;
}
/**
 * « Carte » or « non », as the table says (MC-PB-40).
 */
export interface PuntoBancoHandSpoke {
  draws: boolean;
  hand: "punto" | "banco";
  kind: "punto_banco.hand_spoke";
  moves: Move[];
}
/**
 * A third card, face up.
 */
export interface PuntoBancoThirdCard {
  card: string;
  hand: "punto" | "banco";
  kind: "punto_banco.third_card";
  moves: Move[];
  point: number;
  stop_card: boolean;
}
/**
 * Banco's point, then punto's, then what wins (MC-PB-49).
 */
export interface PuntoBancoCoupAnnounced {
  banco: number;
  kind: "punto_banco.coup_announced";
  moves: Move[];
  punto: number;
  result: string;
  wins: (
    | "punto"
    | "banco"
    | "tie"
    | "dragon_punto"
    | "dragon_banco"
    | "pair_punto"
    | "pair_banco"
    | "pair_cheval"
  )[];
}
/**
 * The losing stakes of a batch are collected, then the others are given back and paid.
 */
export interface PuntoBancoStakesSettled {
  batch: "main" | "dragon" | "pair";
  kind: "punto_banco.stakes_settled";
  moves: Move[];
  settled: PuntoBancoSettled[];
  total: number;
}
/**
 * What became of a stake; `returned` includes the stake.
 */
export interface PuntoBancoSettled {
  id: string;
  on:
    | "punto"
    | "banco"
    | "tie"
    | "dragon_punto"
    | "dragon_banco"
    | "pair_punto"
    | "pair_banco"
    | "pair_cheval";
  party: string;
  returned: number;
  staked: number;
}
/**
 * Banco has lost, or nobody held the bank: the next player has it (MC-PB-14, A10).
 */
export interface PuntoBancoBankPassed {
  banker: string;
  kind: "punto_banco.bank_passed";
  moves: Move[];
  offered: number;
  passed: string[];
  seat: number;
}
/**
 * The session ends by an incident: every stake goes back.
 */
export interface PuntoBancoSessionBroken {
  by: string;
  kind: "punto_banco.session_broken";
  moves: Move[];
}
export interface PuntoBancoCoupClosed {
  kind: "punto_banco.coup_closed";
  moves: Move[];
}
/**
 * A party's free stakes are now these; announced bets are among them, chip by chip.
 */
export interface TrenteEtQuaranteStaked {
  announced: Announced[];
  kind: "trente_et_quarante.staked";
  laid: Laid[];
  moves: Move[];
  party: string;
  total: number;
}
export interface TrenteEtQuaranteReadied {
  kind: "trente_et_quarante.readied";
  moves: Move[];
  party: string;
}
/**
 * Stakes are closed: the half, quarter, eighth goes back, the rest to the table.
 */
export interface TrenteEtQuaranteHalfTaken {
  kind: "trente_et_quarante.half_taken";
  moves: Move[];
  settled: Settled[];
  total: number;
  why: "chosen" | "silent" | "last_of_session";
}
export interface TrenteEtQuaranteImprisoned {
  held: Held[];
  kind: "trente_et_quarante.imprisoned";
  moves: Move[];
  total: number;
  why: "chosen" | "silent" | "last_of_session";
}
/**
 * Rien ne va plus.
 */
export interface TrenteEtQuaranteBetsClosed {
  kind: "trente_et_quarante.bets_closed";
  moves: Move[];
}
/**
 * The losing stakes go to the table.
 */
export interface TrenteEtQuaranteCollected {
  kind: "trente_et_quarante.collected";
  moves: Move[];
  settled: Settled[];
  total: number;
}
/**
 * The winning stakes are given back and paid, those of one kind of bet; prisoners are freed.
 */
export interface TrenteEtQuarantePaid {
  bet: string;
  kind: "trente_et_quarante.paid";
  moves: Move[];
  settled: Settled[];
  total: number;
}
/**
 * Winning stakes are laid again for the next round (COMMON-5).
 */
export interface TrenteEtQuaranteRestaked {
  held: Held[];
  kind: "trente_et_quarante.restaked";
  moves: Move[];
  total: number;
}
/**
 * Zero: each of these stakes may be halved or go to prison, until the next closing.
 */
export interface TrenteEtQuaranteChoiceOffered {
  held: Held[];
  kind: "trente_et_quarante.choice_offered";
  moves: Move[];
  total: number;
}
/**
 * The session ends by an incident: what is left on the layout goes back at its value.
 */
export interface TrenteEtQuaranteSessionBroken {
  by: string;
  kind: "trente_et_quarante.session_broken";
  moves: Move[];
  settled: Settled[];
  total: number;
}
/**
 * The round is over; nothing lies on the layout but what stays over.
 */
export interface TrenteEtQuaranteRoundClosed {
  kind: "trente_et_quarante.round_closed";
  moves: Move[];
}
/**
 * Faites vos jeux. What stays over from the last coup lies there already.
 */
export interface TrenteEtQuaranteOpened {
  before: TrenteEtQuaranteCoup | null;
  count: number;
  coups: string[];
  held: Held[];
  kind: "trente_et_quarante.opened";
  moves: Move[];
  rounds_left: number | null;
  seats: TrenteEtQuaranteSeat[];
  shoe_over: boolean;
}
/**
 * What was dealt in a coup, and what it decided.
 */
export interface TrenteEtQuaranteCoup {
  annulled: "" | "stop_card" | "incident";
  black: string[];
  chances: string[] | null;
  red: string[];
}
/**
 * Who sits where; a party is named once, at its first seat.
 */
export interface TrenteEtQuaranteSeat {
  party: string;
  seat: number;
}
/**
 * Who stakes sits here now: payment follows the seats (MC-TQ-34).
 */
export interface TrenteEtQuaranteSeatTaken {
  kind: "trente_et_quarante.seat_taken";
  moves: Move[];
  party: string;
  seat: number;
}
/**
 * A card is laid to its row (MC-TQ-31).
 */
export interface TrenteEtQuaranteCardTurned {
  card: string;
  kind: "trente_et_quarante.card_turned";
  moves: Move[];
  row: "black" | "red";
  total: number;
}
/**
 * The stop card is out: what lies behind it is counted, face down (MC-TQ-14, MC-TQ-15).
 */
export interface TrenteEtQuaranteTalonCounted {
  cards: number;
  kind: "trente_et_quarante.talon_counted";
  moves: Move[];
}
/**
 * Both rows are down: their points, and the chances that win; none of equal points.
 */
export interface TrenteEtQuaranteCoupAnnounced {
  black: number;
  chances: string[];
  first: string;
  kind: "trente_et_quarante.coup_announced";
  moves: Move[];
  red: number;
}
/**
 * The coup counts for nothing: its stakes and premiums go back, prisoners stay (MC-TQ-14).
 */
export interface TrenteEtQuaranteCoupAnnulled {
  by: string;
  kind: "trente_et_quarante.coup_annulled";
  moves: Move[];
  settled: Settled[];
  total: number;
}
/**
 * Stakes go back whole; what was paid to insure them stays.
 */
export interface TrenteEtQuaranteGivenBack {
  kind: "trente_et_quarante.given_back";
  moves: Move[];
  settled: Settled[];
  total: number;
  why: "null" | "refait";
}
/**
 * What the floor, not the game, knows of a table.
 */
export interface FloorShown {
  accepting: boolean;
  advice: Advised[];
  chance: "open" | "closed";
  colours: ColourShown[];
  draw: DrawShown | null;
  end: EndShown | null;
  idle: number[];
  judged: Judged[];
  openings: CardOpened[];
  pots: PotShown[];
  practice: boolean;
  recent: PastRound[];
  reshuffled: Reshuffled | null;
  round: number;
  rules: string;
  seats: Seat[];
  shoe: ShoeShown | null;
  shuffling: ShufflingShown | null;
  staff: StaffShown[];
  status: "open" | "ending" | "draining" | "paused" | "closed";
  stopped: StoppedShown | null;
  waiting: number;
  yielding: Yielding[];
}
/**
 * What basic strategy would do for a box now; told at practice tables only.
 */
export interface Advised {
  box: number;
  command: string;
}
/**
 * Whose a colour is, the marker of its value, and where its chips lie (MC-CHIPS-05, -07).
 */
export interface ColourShown {
  colour: string;
  lies: ChipsLie[];
  name: string;
  party: string;
  unit: number;
}
/**
 * Chips of a player on a position.
 */
export interface ChipsLie {
  amount: number;
  on: string;
}
/**
 * The draw that is promised for the round: where the ball, or the dice, will fall.
 */
export interface DrawShown {
  commitment: string;
  contributions: "full" | "none";
  id: string;
  lock_round: number | null;
  opened: number[];
  sealed: number[];
  sequence: number;
  stage: "sealing" | "opening" | "falling";
}
/**
 * How a session ends, or has ended.
 */
export interface EndShown {
  last_rounds_at: number | null;
  reason: string;
  rounds: number | null;
}
/**
 * What a decision was worth beside basic strategy's; told at practice tables only.
 */
export interface Judged {
  advised: string;
  box: number;
  chosen: string;
  cost: number;
  hand: string;
  party: string;
  up: string;
}
/**
 * The proof that a card lay where it was dealt from.
 */
export interface CardOpened {
  face: number;
  place: number;
  proof: string;
  shoe: string;
}
/**
 * A pot of the jackpot that the table plays for, alone or with other tables (FR-2024-128).
 */
export interface PotShown {
  amount: number;
  claimed: boolean;
  next_win: number;
  pot: string;
}
export interface PastRound {
  number: number;
  result: string;
}
/**
 * Why a shoe is being made before the end of the one before.
 */
export interface Reshuffled {
  reason: string;
  why: "ordered" | "interrupted";
}
/**
 * A box and who holds it.
 */
export interface Seat {
  away: boolean;
  box: number;
  name: string;
  party: string;
  welcomes: boolean;
}
/**
 * The public face of the shoe in use.
 */
export interface ShoeShown {
  backs: string;
  commitment: string;
  cut: number;
  cut_by: number;
  id: string;
  position: number;
  root: string;
  sequence: number;
  size: number;
  stop_at: number;
}
/**
 * How far the making of the next shoe has come.
 */
export interface ShufflingShown {
  commitment: string;
  cut_from: number;
  cut_to: number;
  cutter: number;
  declined: number[];
  lock_round: number | null;
  offered: number[];
  opened: number[];
  sealed: number[];
  sequence: number;
  shoe: string;
  size: number;
  stage: "waiting" | "consent" | "sealing" | "closing" | "opening" | "shuffling";
}
/**
 * Who answers for the table in a duty; the dealing is the house's own.
 */
export interface StaffShown {
  duty: Duty;
  name: string;
}
/**
 * What an operator stopped before it fell, as the public log tells it.
 */
export interface StoppedShown {
  by: number;
  code: "closing" | "device" | "mistake" | "dispute" | "disorder" | "control" | "other";
  sequence: number;
  would: string | null;
}
/**
 * A box that its holder has beside his own: whoever wishes to play may sit there (HOUSE-22).
 */
export interface Yielding {
  box: number;
  due_to: string | null;
}
/**
 * What every wheel shows, and the chips that the table sells.
 */
export interface AmericanRouletteView {
  announced: string[];
  chances: string[];
  chips: number[];
  colours: string[];
  game: "american_roulette";
  least: number;
  limits: BetLimit[];
  most: number;
  number: number | null;
  numbers: number[];
  options: Option[];
  phase: "betting" | "spinning" | "closed";
  players: number;
  positions: PositionView[];
  ready: number;
  rounds_left: number | null;
  spins: number;
  staked: number;
  step: number;
  stops: number;
  tally: number[];
  voided: boolean;
}
/**
 * A kind of bet, and the most that one player may stake on one position of it.
 */
export interface BetLimit {
  bet: string;
  most: number;
}
/**
 * Something a box may do now, drawn as a button. The browser knows no rules but these.
 */
export interface Option {
  amount: number;
  box: number;
  clause: string;
  command: string;
  hand: string;
  stake: string;
}
/**
 * What all players together have on one position.
 */
export interface PositionView {
  held: number;
  on: string;
  staked: number;
}
/**
 * All that everybody may know. Amounts are minor units.
 */
export interface AutomaticGamesView {
  accepts: string[];
  called: string;
  credit: number;
  denomination: number;
  free: number;
  free_won: number;
  game: AutomaticGamesGame | null;
  games: AutomaticGamesGame[];
  hand: string[];
  held: number[];
  holder: string;
  identity: boolean;
  in_service: boolean;
  kind: "automatic_games";
  last: boolean;
  least: number;
  machine: string;
  meters: AutomaticGamesMeter[];
  most: number;
  options: Option[];
  owed: number;
  pace: number;
  phase: "betting" | "spinning" | "holding" | "owed" | "open" | "closed";
  stake: number;
  step: number;
  stops: number;
  voided: boolean;
}
/**
 * A meter as it stands on the device: in credits, but for counts of games.
 */
export interface AutomaticGamesMeter {
  count: number;
  name: string;
}
/**
 * All that everybody may know.
 */
export interface BanqueAToutVaView {
  approved: string;
  bank: number;
  banker: string;
  bankers: BanqueAToutVaCardsView;
  chemin: CheminDeFerView | null;
  coup: number;
  kind: "banque_a_tout_va";
  last: "" | "announced" | "played" | "chemin_de_fer_offered" | "none";
  leaving: boolean;
  left: BanqueAToutVaCardsView;
  limit: number | null;
  net: number;
  on_left: ("wins" | "equal" | "loses") | null;
  on_right: ("wins" | "equal" | "loses") | null;
  options: Option[];
  per_tableau: number;
  phase:
    | "betting"
    | "deal"
    | "dealing"
    | "right"
    | "left"
    | "turn"
    | "third"
    | "banker"
    | "drawn"
    | "offer"
    | "chemin_de_fer"
    | "closed";
  players: number;
  ready: number;
  rest: number | null;
  results: string[];
  right: BanqueAToutVaCardsView;
  rounds_left: number | null;
  seats: SeatTaken[];
  shoe: number;
  shoes: number;
  spots: BanqueAToutVaSpotView[];
  staked: number;
  voided: boolean;
}
/**
 * A hand as it lies on the table: `None` is a card face down.
 */
export interface BanqueAToutVaCardsView {
  cards: (string | null)[];
  draws: boolean | null;
  holder: string;
  point: number | null;
  seat: number;
}
export interface CheminDeFerView {
  bank: number;
  banker: string;
  banker_hand: CheminDeFerCardsView;
  claims: CheminDeFerClaimView[];
  coup: number;
  ending: boolean;
  follower: string;
  follows: number;
  for_standing: Option[];
  garage: number;
  holder: string;
  kind: "chemin_de_fer";
  last_coup: boolean;
  last_of_session: boolean;
  least: number;
  missing: number;
  most: number;
  needed: number;
  options: Option[];
  outcomes: CheminDeFerOutcome[];
  phase:
    | "idle"
    | "bank"
    | "keep"
    | "banco"
    | "complete"
    | "deal"
    | "cards"
    | "ponte"
    | "banker"
    | "closed";
  ponte: string;
  ponte_hand: CheminDeFerCardsView;
  seat: number;
  seats: SeatTaken[];
  ticket: CheminDeFerTicket | null;
  voided: boolean;
  winner: ("ponte" | "banker" | "tie") | null;
}
/**
 * A hand as it lies on the table: `None` is a card face down.
 */
export interface CheminDeFerCardsView {
  cards: (string | null)[];
  draws: boolean | null;
  point: number | null;
}
export interface CheminDeFerClaimView {
  amount: number;
  bet: "banco" | "with_table" | "complement";
  claim: number;
  left_in: boolean;
  marked: boolean;
  party: string;
  state: "asked" | "accepted" | "late";
}
/**
 * A bet: what all players have on it, and what one may have.
 */
export interface BanqueAToutVaSpotView {
  least: number;
  most: number;
  on: "tableau_right" | "tableau_left" | "a_cheval";
  staked: number;
  step: number;
}
/**
 * All that everybody may know.
 */
export interface BatailleView {
  boxes: BatailleBox[];
  dealer: string[];
  kind: "bataille";
  options: Option[];
  phase: "betting" | "dealing" | "choosing" | "battle" | "closed";
  rules: BatailleRules;
  settled: BatailleSettled[];
  stop_card: boolean;
}
/**
 * A box with a stake, what was bet on a tie or added for a battle, and its cards.
 */
export interface BatailleBox {
  added: number;
  amount: number;
  box: number;
  cards: string[];
  party: string;
  tie: number;
}
/**
 * A complete set of rules. Amounts are minor units, times seconds.
 */
export interface BatailleRules {
  battle_tie_bonus: boolean;
  betting_window_seconds: number;
  boxes: number;
  decision_seconds: number;
  packs: number;
  stake_increment_cents: number;
  table_max_cents: number;
  table_min_cents: number;
  tie_max_cents: number;
  tie_min_cents: number;
  tie_to_one: number;
}
/**
 * What every wheel shows, and how this one is made and turned.
 */
export interface BigWheelView {
  announced: string[];
  chances: string[];
  game: "big_wheel";
  least: number;
  limits: BetLimit[];
  number: number | null;
  numbers: number[];
  options: Option[];
  pays: BigWheelPaysView[];
  phase: "betting" | "spinning" | "closed";
  players: number;
  positions: PositionView[];
  ready: number;
  rim: number[];
  rounds_left: number | null;
  spins: number;
  staked: number;
  step: number;
  stops: number;
  tally: number[];
  turns: number;
  voided: boolean;
}
/**
 * A chance, and what it pays, the stake not included.
 */
export interface BigWheelPaysView {
  bet: string;
  times: number;
}
/**
 * A whole round, enough to draw the table from nothing.
 */
export interface View {
  bonuses: number | null;
  boxes: BoxView[];
  claims: ClaimView[];
  cutter: number | null;
  dealer: DealerView;
  exposed: string | null;
  incident: string | null;
  kind: "blackjack";
  limits: Limits;
  options: Option[];
  phase: "betting" | "dealing" | "side_bets" | "insurance" | "play" | "dealer" | "closed";
  rounds_left: number | null;
  standing_options: StandingOption[];
  stop_card: boolean;
  turn: Turn | null;
}
/**
 * A box that carries a stake, and its holder's chips on it.
 */
export interface BoxView {
  at_stake: number;
  box: number;
  hands: HandView[];
  insurance: number;
  insurance_returned: number;
  main: number;
  party: string;
  ready: boolean;
  returned: number;
  side_bets: SideBetView[];
  staked: number;
  standing: StandingView[];
  void: boolean;
}
export interface HandView {
  cards: string[];
  doubled: boolean;
  hand: string;
  natural: boolean;
  open: boolean;
  result:
    ("blackjack" | "win" | "push" | "lose" | "bust" | "surrender" | "even_money" | "void") | null;
  returned: number;
  soft: boolean;
  stake: number;
  total: number;
}
export interface SideBetView {
  bet: string;
  line: number;
  returned: number;
  stake: number;
  state: "open" | "held" | "fed" | "claimed" | "won" | "lost" | "void";
}
/**
 * Somebody who stakes behind the holder of a box.
 */
export interface StandingView {
  at_stake: number;
  insurance: number;
  insurance_returned: number;
  main: number;
  party: string;
  ready: boolean;
  returned: number;
  side_bets: SideBetView[];
  staked: number;
  wagers: WagerView[];
}
/**
 * A standing bettor's stake on one hand.
 */
export interface WagerView {
  hand: string;
  result:
    ("blackjack" | "win" | "push" | "lose" | "bust" | "surrender" | "even_money" | "void") | null;
  returned: number;
  stake: number;
}
/**
 * A share of a progressive jackpot, won and not paid yet.
 */
export interface ClaimView {
  bet: string;
  box: number;
  party: string;
  pot: string;
  supervised: boolean;
}
export interface DealerView {
  cards: string[];
  result: string | null;
  soft: boolean;
  total: number;
}
/**
 * What may be staked, in minor units; `None` where the house sets no bound.
 */
export interface Limits {
  felt: Felt;
  main_max: number | null;
  main_min: number;
  main_step: number;
  queen_of_hearts_max: number | null;
  queen_of_hearts_min: number | null;
  sides: SideLimit[];
  standing: boolean;
  surrender: boolean;
}
/**
 * What is printed on the cloth, as the rules of the table have it.
 */
export interface Felt {
  blackjack: Odds;
  dealer_hits_soft_17: boolean;
  insurance: Odds;
}
/**
 * What is won for what was staked: 3 for 2.
 */
export interface Odds {
  staked: number;
  won: number;
}
/**
 * A side bet that this table offers.
 */
export interface SideLimit {
  bet: string;
  clause: string;
  least: number;
  most: number | null;
  odds: (number | null)[];
  seated_only: boolean;
}
/**
 * An option of a standing bettor, for his own stake.
 */
export interface StandingOption {
  option: Option;
  party: string;
}
export interface Turn {
  box: number;
  hand: string;
}
/**
 * What every wheel shows, and the bowl.
 */
export interface BouleView {
  announced: string[];
  chances: string[];
  game: "boule";
  hole_rows: number;
  least: number;
  limits: BetLimit[];
  number: number | null;
  numbers: number[];
  options: Option[];
  phase: "betting" | "spinning" | "closed";
  players: number;
  positions: PositionView[];
  ready: number;
  rounds_left: number | null;
  spins: number;
  staked: number;
  step: number;
  stops: number;
  tally: number[];
  voided: boolean;
}
/**
 * All that everybody may know.
 */
export interface CrapsView {
  bets: CrapsBetView[];
  commission: string;
  dice: [number, number] | null;
  high_low: number;
  horn_step: number;
  kind: "craps";
  last: [number, number][];
  least: number;
  max_odds: number | null;
  offered: boolean;
  options: Option[];
  overtime: boolean;
  /**
   * @minItems 2
   * @maxItems 2
   */
  pair: [number, number];
  phase: "betting" | "throwing" | "falling" | "closed";
  place_working: boolean;
  players: number;
  point: number;
  positions: CrapsPositionView[];
  ready: number;
  rounds_left: number | null;
  seats: CrapsAtRail[];
  shooter: CrapsAtRail | null;
  staked: number;
  step: number;
  stops: number;
  tally: number[];
  thrower: CrapsAtRail | null;
  thrown_by: string | null;
  throws: number;
  timed_out: boolean;
  turn: "" | "set" | "made" | "seven_out";
  voided: boolean;
}
/**
 * A kind of bet: the most of it, and whether it may be staked now.
 */
export interface CrapsBetView {
  bet: string;
  most: number;
  now: boolean;
}
/**
 * What all players together have on one position.
 */
export interface CrapsPositionView {
  number: number;
  on: string;
  seats: number[];
  staked: number;
}
/**
 * All that everybody may know.
 */
export interface EuropeanRouletteView {
  announced: string[];
  chances: string[];
  game: "european_roulette";
  least: number;
  limits: BetLimit[];
  number: number | null;
  numbers: number[];
  options: Option[];
  phase: "betting" | "spinning" | "closed";
  players: number;
  positions: PositionView[];
  ready: number;
  rounds_left: number | null;
  spins: number;
  staked: number;
  step: number;
  stops: number;
  tally: number[];
  voided: boolean;
}
/**
 * All that everybody may know.
 */
export interface PuntoBancoView {
  banco: PuntoBancoCardsView;
  banker: string;
  burned: number;
  coup: number;
  kind: "punto_banco";
  last_coup: boolean;
  options: Option[];
  pairs: [boolean, boolean] | null;
  phase: "betting" | "dealing" | "punto" | "banco" | "drawing" | "third" | "closed";
  players: number;
  punto: PuntoBancoCardsView;
  ready: number;
  results: string[];
  rounds_left: number | null;
  seat: number;
  seats: SeatTaken[];
  spots: PuntoBancoSpotView[];
  staked: number;
  turned_up: string | null;
  variant: "classic" | "punto_2000";
  voided: boolean;
  wins:
    | (
        | "punto"
        | "banco"
        | "tie"
        | "dragon_punto"
        | "dragon_banco"
        | "pair_punto"
        | "pair_banco"
        | "pair_cheval"
      )[]
    | null;
}
/**
 * A hand as it lies on the table: `None` is a card face down.
 */
export interface PuntoBancoCardsView {
  cards: (string | null)[];
  draws: boolean | null;
  point: number | null;
  to: string;
}
/**
 * A bet that is offered: what all players have on it, and what one may have.
 */
export interface PuntoBancoSpotView {
  least: number;
  most: number;
  on:
    | "punto"
    | "banco"
    | "tie"
    | "dragon_punto"
    | "dragon_banco"
    | "pair_punto"
    | "pair_banco"
    | "pair_cheval";
  staked: number;
  step: number;
}
/**
 * All that everybody may know.
 */
export interface TrenteEtQuaranteView {
  annulled: "" | "stop_card" | "incident";
  before: TrenteEtQuaranteDealtView | null;
  black: TrenteEtQuaranteRowView;
  chances: string[] | null;
  coups: string[];
  game: "trente_et_quarante";
  insured_from: number;
  least: number;
  limits: BetLimit[];
  mini_table: boolean;
  options: Option[];
  phase: "betting" | "dealing" | "closed";
  players: number;
  positions: PositionView[];
  /**
   * @minItems 2
   * @maxItems 2
   */
  premium: [number, number];
  ready: number;
  red: TrenteEtQuaranteRowView;
  rounds_left: number | null;
  shoe_over: boolean;
  staked: number;
  step: number;
  talon: number | null;
  voided: boolean;
}
/**
 * The coup that was dealt last.
 */
export interface TrenteEtQuaranteDealtView {
  annulled: "" | "stop_card" | "incident";
  black: TrenteEtQuaranteRowView;
  chances: string[] | null;
  red: TrenteEtQuaranteRowView;
}
export interface TrenteEtQuaranteRowView {
  cards: string[];
  total: number;
}
/**
 * A frame without what is as it was in the one before it on the same socket.
 *
 * In `view` and `floor` an object of changed fields stands for an object, or, by their indexes,
 * for the changed items of a list as long as before; anything else is a new value.
 */
export interface Delta {
  cause: string | null;
  due_at: number | null;
  events: (
    | AmericanRouletteOpened
    | AmericanRouletteStaked
    | AmericanRouletteReadied
    | AmericanRouletteBetsClosed
    | AmericanRouletteSpinStopped
    | AmericanRouletteNumberFell
    | AmericanRouletteCollected
    | AmericanRoulettePaid
    | AmericanRouletteRestaked
    | AmericanRouletteSessionBroken
    | AmericanRouletteRoundClosed
    | Voided
    | AutomaticGamesOpened
    | AutomaticGamesLoaded
    | AutomaticGamesPlayed
    | AutomaticGamesDealt
    | AutomaticGamesHeld
    | AutomaticGamesSpinStopped
    | AutomaticGamesGameEnded
    | AutomaticGamesCashedOut
    | AutomaticGamesOrphaned
    | AutomaticGamesIdentified
    | AutomaticGamesDeviceChecked
    | AutomaticGamesHandPaid
    | AutomaticGamesComplained
    | AutomaticGamesMechanicHeard
    | AutomaticGamesComplaintDecided
    | AutomaticGamesComplemented
    | AutomaticGamesMachineOpened
    | AutomaticGamesMachineClosed
    | AutomaticGamesSessionBroken
    | AutomaticGamesRoundClosed
    | BanqueAToutVaCoupOpened
    | BanqueAToutVaSeatsChanged
    | BanqueAToutVaBankPutUp
    | BanqueAToutVaBankLeaves
    | BanqueAToutVaBankLeft
    | BanqueAToutVaStaked
    | BanqueAToutVaReadied
    | BanqueAToutVaBetsClosed
    | BanqueAToutVaDealBegan
    | BanqueAToutVaCardsDealt
    | BanqueAToutVaHandShown
    | BanqueAToutVaHandSpoke
    | BanqueAToutVaThirdCard
    | BanqueAToutVaCoupAnnounced
    | BanqueAToutVaStakesSettled
    | BanqueAToutVaShoeEnds
    | BanqueAToutVaCheminDeFerBegan
    | CheminDeFerClaimMade
    | CheminDeFerClaimWithdrawn
    | CheminDeFerNoMoreSaid
    | CheminDeFerClaimsCompared
    | CheminDeFerNothingMoreGoes
    | CheminDeFerNobodyStaked
    | CheminDeFerDealBegan
    | CheminDeFerCardPassed
    | CheminDeFerHandSpoke
    | CheminDeFerHandsShown
    | CheminDeFerCoupDecided
    | CheminDeFerLevyTaken
    | BanqueAToutVaSessionBroken
    | BanqueAToutVaCoupClosed
    | BatailleOpened
    | BatailleStaked
    | BatailleReadied
    | BatailleBetsClosed
    | BatailleDealt
    | BatailleStakesSettled
    | BatailleFought
    | BigWheelOpened
    | BigWheelStaked
    | BigWheelReadied
    | BigWheelBetsClosed
    | BigWheelSpinStopped
    | BigWheelNumberFell
    | BigWheelCollected
    | BigWheelPaid
    | BigWheelRestaked
    | BigWheelSessionBroken
    | BigWheelRoundClosed
    | Opened
    | Staked
    | Readied
    | BetsClosed
    | CardDealt
    | StopCardOut
    | SideBetSettled
    | BonusesAnnounced
    | SideBetHeld
    | InsuranceOffered
    | EvenMoneyOffered
    | Insured
    | Declined
    | PlayBegan
    | CardCalled
    | Stood
    | Doubled
    | HandSplit
    | DealerDone
    | HandSettled
    | InsuranceSettled
    | Matched
    | Misdealing
    | CardDiscarded
    | ShoeRefilled
    | CardExposed
    | CardRefused
    | IncidentSubmitted
    | IncidentRuled
    | JackpotFed
    | JackpotClaimed
    | ConsolationDue
    | JackpotPaid
    | ConsolationPaid
    | PotRestarted
    | RoundClosed
    | BouleOpened
    | BouleStaked
    | BouleReadied
    | BouleBetsClosed
    | BouleSpinStopped
    | BouleNumberFell
    | BouleCollected
    | BoulePaid
    | BouleRestaked
    | BouleSessionBroken
    | BouleRoundClosed
    | CheminDeFerCoupOpened
    | CheminDeFerSeatsChanged
    | CheminDeFerBankStaked
    | CheminDeFerHandKept
    | CheminDeFerHandPassed
    | CheminDeFerGarageFilled
    | CheminDeFerSessionBroken
    | CheminDeFerCoupClosed
    | CrapsOpened
    | CrapsSeatsChanged
    | CrapsShooterChanged
    | CrapsDiceChanged
    | CrapsStaked
    | CrapsSwitched
    | CrapsReadied
    | CrapsBetsClosed
    | CrapsThrown
    | CrapsNoDice
    | CrapsDiceFell
    | CrapsCollected
    | CrapsPaid
    | CrapsMoved
    | CrapsPointChanged
    | CrapsRestaked
    | CrapsTakenDown
    | CrapsSessionBroken
    | CrapsRoundClosed
    | EuropeanRouletteOpened
    | EuropeanRouletteStaked
    | EuropeanRouletteReadied
    | EuropeanRouletteHalfTaken
    | EuropeanRouletteImprisoned
    | EuropeanRouletteBetsClosed
    | EuropeanRouletteSpinStopped
    | EuropeanRouletteNumberFell
    | EuropeanRouletteCollected
    | EuropeanRoulettePaid
    | EuropeanRouletteRestaked
    | EuropeanRouletteChoiceOffered
    | EuropeanRouletteSessionBroken
    | EuropeanRouletteRoundClosed
    | PuntoBancoCoupOpened
    | PuntoBancoSeatsChanged
    | PuntoBancoCardTurnedUp
    | PuntoBancoCardsBurnt
    | PuntoBancoStaked
    | PuntoBancoReadied
    | PuntoBancoBankRefused
    | PuntoBancoBetsClosed
    | PuntoBancoCardsDealt
    | PuntoBancoCardsRefused
    | PuntoBancoHandTurned
    | PuntoBancoPairsAnnounced
    | PuntoBancoHandSpoke
    | PuntoBancoThirdCard
    | PuntoBancoCoupAnnounced
    | PuntoBancoStakesSettled
    | PuntoBancoBankPassed
    | PuntoBancoSessionBroken
    | PuntoBancoCoupClosed
    | TrenteEtQuaranteStaked
    | TrenteEtQuaranteReadied
    | TrenteEtQuaranteHalfTaken
    | TrenteEtQuaranteImprisoned
    | TrenteEtQuaranteBetsClosed
    | TrenteEtQuaranteCollected
    | TrenteEtQuarantePaid
    | TrenteEtQuaranteRestaked
    | TrenteEtQuaranteChoiceOffered
    | TrenteEtQuaranteSessionBroken
    | TrenteEtQuaranteRoundClosed
    | TrenteEtQuaranteOpened
    | TrenteEtQuaranteSeatTaken
    | TrenteEtQuaranteCardTurned
    | TrenteEtQuaranteTalonCounted
    | TrenteEtQuaranteCoupAnnounced
    | TrenteEtQuaranteCoupAnnulled
    | TrenteEtQuaranteGivenBack
  )[];
  floor: {
    [k: string]: unknown;
  };
  now: number;
  seq: number;
  since: number;
  table: number;
  type: "delta";
  view: {
    [k: string]: unknown;
  };
  window: number | null;
}
/**
 * The first message on a socket, followed by a frame without events.
 */
export interface Welcome {
  balance: number | null;
  chat: "off" | "signals" | "free";
  currency: string;
  name: string;
  now: number;
  type: "welcome";
  wishes: boolean;
  you: string | null;
}
/**
 * Your balance after the table's event `seq`; sent to your own sockets only.
 *
 * Number 0 when no event moved it: the house gave you chips, or changed some for you.
 */
export interface WalletShown {
  balance: number;
  of: "wallet" | "colours" | "practice";
  seq: number;
  type: "wallet";
}
/**
 * What you alone may know after the table's event `seq`; sent to your own sockets only.
 *
 * Follows the frame of that number, when it has changed; null once there is nothing.
 */
export interface OwnShown {
  openings: CardOpened[];
  own:
    | AmericanRouletteOwn
    | BanqueAToutVaOwn
    | BigWheelOwn
    | BouleOwn
    | CheminDeFerOwn
    | CrapsOwn
    | EuropeanRouletteOwn
    | PuntoBancoOwn
    | TrenteEtQuaranteOwn
    | null;
  seq: number;
  type: "own";
}
/**
 * What a party has on the layout, and what became of its stakes in this round.
 */
export interface AmericanRouletteOwn {
  announced: Announced[];
  game: "american_roulette";
  options: Option[];
  ready: boolean;
  returned: number;
  settled: Settled[];
  staked: number;
  wagers: LyingView[];
}
/**
 * One of my stakes.
 */
export interface LyingView {
  amount: number;
  freed: number;
  half: number;
  id: string;
  keep: "free" | "choice" | "prison";
  on: string;
  zeros: number;
}
/**
 * What a party has on the layout, the hand that it holds, and what became of its stakes.
 */
export interface BanqueAToutVaOwn {
  cards: string[];
  chemin: CheminDeFerOwn | null;
  hand: "" | "right" | "left" | "banker";
  kind: "banque_a_tout_va";
  options: Option[];
  point: number;
  ready: boolean;
  returned: number;
  settled: BanqueAToutVaSettled[];
  staked: number;
  wagers: BanqueAToutVaWager[];
}
/**
 * What the holder of a hand is shown: his cards, and what he may say.
 */
export interface CheminDeFerOwn {
  cards: string[];
  hand: "ponte" | "banker";
  kind: "chemin_de_fer";
  options: Option[];
  point: number;
}
/**
 * What a party has on the layout, and what became of its stakes in this round.
 */
export interface BigWheelOwn {
  announced: Announced[];
  game: "big_wheel";
  options: Option[];
  ready: boolean;
  returned: number;
  settled: Settled[];
  staked: number;
  wagers: LyingView[];
}
/**
 * What a party has on the layout, and what became of its stakes in this round.
 */
export interface BouleOwn {
  announced: Announced[];
  game: "boule";
  options: Option[];
  ready: boolean;
  returned: number;
  settled: Settled[];
  staked: number;
  wagers: LyingView[];
}
/**
 * What a party has on the layout, and what became of its stakes in this round.
 */
export interface CrapsOwn {
  kind: "craps";
  options: Option[];
  ready: boolean;
  returned: number;
  settled: CrapsSettled[];
  staked: number;
  wagers: CrapsLyingView[];
}
/**
 * One of my stakes.
 */
export interface CrapsLyingView {
  amount: number;
  contract: number;
  fee: number;
  grows: boolean;
  id: string;
  number: number;
  on: string;
  plays: boolean;
  switch: "" | "working" | "no_action";
  switched: boolean;
  to: string;
  wins: number;
}
/**
 * What a party has on the layout, and what became of its stakes in this round.
 */
export interface EuropeanRouletteOwn {
  announced: Announced[];
  game: "european_roulette";
  options: Option[];
  ready: boolean;
  returned: number;
  settled: Settled[];
  staked: number;
  wagers: LyingView[];
}
/**
 * What a party has on the layout, the cards that it holds, and what became of its stakes.
 */
export interface PuntoBancoOwn {
  banco: string[];
  kind: "punto_banco";
  options: Option[];
  punto: string[];
  ready: boolean;
  returned: number;
  settled: PuntoBancoSettled[];
  staked: number;
  wagers: PuntoBancoWager[];
}
/**
 * What a party has on the layout, and what became of its stakes in this coup.
 */
export interface TrenteEtQuaranteOwn {
  announced: Announced[];
  game: "trente_et_quarante";
  options: Option[];
  premium: number;
  ready: boolean;
  returned: number;
  settled: Settled[];
  staked: number;
  wagers: LyingView[];
}
/**
 * All you have written at the table in this session; sent to your own sockets only.
 *
 * Follows the frame of that number, when it has changed.
 */
export interface WritingsShown {
  seq: number;
  table: number;
  type: "writings";
  writings: WritingShown[];
}
/**
 * A written announcement of yours, and what was decided about it.
 */
export interface WritingShown {
  chips: ChipsShown[];
  id: string;
  reason: string;
  state: "pending" | "endorsed" | "declined";
  text: string;
}
/**
 * How many chips of one unit an announcement lays on a position.
 */
export interface ChipsShown {
  chips: number;
  on: string;
}
/**
 * The house's signed receipt for a hash; sent to whoever gave it alone.
 *
 * The signature covers `sabot-receipt/1`, a line feed, and the canonical JSON of `at`, `hash`,
 * `seat` and `subject`.
 */
export interface SealedShown {
  at: number;
  hash: string;
  key: string;
  seat: number;
  signature: string;
  subject: string;
  type: "sealed";
}
/**
 * The house's signed receipt for a secret that came in time; sent to its owner alone.
 *
 * The signature covers `sabot-opening-receipt/1`, a line feed, and the canonical JSON of `hash`,
 * `seat`, `secret`, `subject`, and of `cut` where one was sealed; or of `hash`, `locked`, `seat`,
 * `subject` where it was locked.
 */
export interface OpenedShown {
  hash: string;
  key: string;
  seat: number;
  signature: string;
  subject: string;
  type: "opened";
}
/**
 * The answer to one command: refused, or what had become of it where no frame tells it.
 */
export interface ReceiptShown {
  cause: string;
  refused: Refusal | null;
  seq: number | null;
  signed: SealedShown | OpenedShown | null;
  type: "receipt";
}
/**
 * Why a command did not happen; `detail` fills the translated sentence.
 */
export interface Refusal {
  code:
    | "above_bank"
    | "above_max"
    | "already_decided"
    | "already_sealed"
    | "already_seated"
    | "already_written"
    | "always_plays"
    | "announced_over"
    | "asked_already"
    | "bad_increment"
    | "bank_covered"
    | "bank_in_play"
    | "bank_not_announced"
    | "banker_stakes"
    | "banned_from_machines"
    | "below_bank"
    | "below_half_bank"
    | "below_min"
    | "betting_closed"
    | "box_in_play"
    | "box_not_vacant"
    | "box_out_of_range"
    | "box_taken"
    | "busy"
    | "cannot_refuse_hand"
    | "cards_to_hold"
    | "cash_short"
    | "chat_empty"
    | "chat_off"
    | "chat_signals_only"
    | "chat_silenced"
    | "chat_too_fast"
    | "chat_unreadable"
    | "chip_value_fixed"
    | "chips_reserved"
    | "colours_lie"
    | "colours_not_sold"
    | "colours_taken"
    | "consent_not_asked"
    | "contract_bet"
    | "cut_not_offered"
    | "cut_out_of_limits"
    | "double_after_split"
    | "double_not_first_two"
    | "draw_not_ready"
    | "even_money_not_available"
    | "exchange_closed"
    | "excluded"
    | "excluded_for_ever"
    | "fixed_stake"
    | "forced_draw"
    | "forced_stand"
    | "form_incomplete"
    | "free_games_left"
    | "hand_closed"
    | "hopper_empty"
    | "identity_expired"
    | "identity_not_given"
    | "identity_refused"
    | "identity_required"
    | "identity_unverified"
    | "incident_pending"
    | "increase_forbidden"
    | "inspector_absent"
    | "insufficient_credit"
    | "insurance_amount"
    | "insurance_below_threshold"
    | "insurance_closed"
    | "insurance_not_offered"
    | "internal"
    | "invalid_option"
    | "last_of_session"
    | "limit_wanted"
    | "locked"
    | "loss_limit_reached"
    | "malformed"
    | "mechanic_not_heard"
    | "must_play"
    | "natural"
    | "need_not_be_written"
    | "no_changer"
    | "no_colours"
    | "no_exchange_here"
    | "no_flat_bet"
    | "no_notes_here"
    | "no_seated_holder"
    | "no_shuffle"
    | "no_such_card"
    | "no_such_dice"
    | "no_such_hand"
    | "no_such_ticket"
    | "no_wallet"
    | "not_a_combination"
    | "not_approved"
    | "not_awaited"
    | "not_endorsed"
    | "not_enough_chips"
    | "not_enough_players"
    | "not_identified"
    | "not_licensed"
    | "not_owner"
    | "not_sealed"
    | "not_signed_in"
    | "not_your_box"
    | "nothing_at_stake"
    | "nothing_staked"
    | "nothing_to_change"
    | "nothing_to_refuse"
    | "number_not_allowed"
    | "one_card_per_split_ace"
    | "opening_closed"
    | "opening_differs"
    | "other_draw"
    | "other_tables_chips"
    | "out_of_turn"
    | "payment_issued"
    | "point_known"
    | "point_not_known"
    | "position_locked"
    | "priority"
    | "round_too_soon"
    | "rules_changing"
    | "seal_closed"
    | "session_ended"
    | "shoe_not_ready"
    | "shooter_has_no_line_bet"
    | "shooter_minimum"
    | "side_bet_above_max"
    | "side_bet_below_min"
    | "side_bet_not_available"
    | "side_bet_seated_only"
    | "side_bet_without_main"
    | "sole_player_min_boxes"
    | "split_after_queen_win"
    | "split_limit"
    | "split_not_identical"
    | "split_not_pair"
    | "stake_limit_reached"
    | "standing_not_allowed"
    | "standing_without_consent"
    | "surrender_dealer_ace"
    | "surrender_not_available"
    | "surrender_too_late"
    | "table_closed"
    | "table_draining"
    | "table_paused"
    | "ticket_lapsed"
    | "ticket_of_another"
    | "ticket_used"
    | "tie_without_stake"
    | "time_limit_reached"
    | "too_fast"
    | "too_many_boxes"
    | "too_many_writings"
    | "too_soon"
    | "under_age"
    | "unknown_command"
    | "vacant_box_refused"
    | "variant_disabled"
    | "wager_id"
    | "writings_not_taken"
    | "zero_choice_not_open";
  detail: {
    [k: string]: number | string;
  };
}
/**
 * What the pots hold now, when another table changed them; belongs to no number of this one.
 */
export interface PotsShown {
  pots: PotShown[];
  table: number;
  type: "pots";
}
/**
 * The bulletins in force at the table, oldest first; belongs to no `seq`.
 *
 * Said after the snapshot, where the house has ever posted any, and whenever they change.
 */
export interface BulletinsShown {
  bulletins: BulletinShown[];
  type: "bulletins";
  version: number;
}
/**
 * What the house tells the players of a table, or of all: plain text, never markup.
 */
export interface BulletinShown {
  en: string;
  fr: string;
  id: string;
  left: number;
}
/**
 * What somebody says at the table, or null where only what may be said has changed.
 *
 * Belongs to no `seq`, and is told once: whoever comes later does not hear it.
 */
export interface ChatShown {
  level: "off" | "signals" | "free";
  said: ChatSaid | null;
  type: "chat";
}
/**
 * What a player says: plain text, never markup.
 */
export interface ChatSaid {
  at: number;
  id: string;
  name: string;
  party: string;
  signal:
    | "hello"
    | "good_luck"
    | "well_played"
    | "thank_you"
    | "wait_please"
    | "go_on_please"
    | "sorry"
    | "goodbye"
    | "free";
  text: string;
}
/**
 * The games management has decided a dispute that concerns you; to your own sockets only.
 *
 * Told once, at whatever tables you are; the decision is on a page of yours.
 */
export interface DecisionShown {
  dispute: number;
  round: number | null;
  table: string;
  type: "decision";
}
export interface Pong {
  now: number;
  ping: number;
  type: "pong";
}
/**
 * The line is there: sent to a socket that asked for beats, after a second without a word.
 */
export interface Beat {
  type: "beat";
}
