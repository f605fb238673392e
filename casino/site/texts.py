"""What the pages of players say, by the names that their templates use."""

from collections.abc import Mapping
from typing import Final

from casino.i18n import Words

PAGES: Final[Mapping[str, Words]] = {
    "tagline": Words(
        "Les jeux de table comme la loi les écrit.",
        "Table games as the law writes them.",
    ),
    "lead": Words(
        "Article par article, selon les arrêtés qui règlent les casinos. Chaque sabot, "
        "chaque tirage est scellé avant la première mise et vérifiable après.",
        "Every game as the casinos' own decrees deal it, clause by clause. Every shoe and "
        "every spin is sealed before the first stake and can be verified afterwards.",
    ),
    "tables": Words("Tables", "Tables"),
    "dispute_decided": Words("La direction des jeux a tranché", "The games management has decided"),
    "account": Words("Compte", "Account"),
    "sign_in": Words("Se connecter", "Sign in"),
    "sign_up": Words("Ouvrir un compte", "Open an account"),
    "sign_out": Words("Se déconnecter", "Sign out"),
    "access": Words("Mot de passe et connexions", "Password and sign-ins"),
    "statement_file": Words("Douze mois (CSV)", "Twelve months (CSV)"),
    "own_limits": Words("Vos limites", "Your limits"),
    "own_identity": Words("Votre identité", "Your identity"),
    "licence": Words("Ce que vous devez savoir", "What you should know"),
    "office": Words("Bureau", "Office"),
    "licence_of": Words("Maison sous licence :", "Licensed house:"),
    "own_account": Words("Nom, langue et données", "Name, language and data"),
    "no_account": Words("Pas encore de compte ?", "No account yet?"),
    "have_account": Words("Déjà un compte ?", "Already a player?"),
    "grant": Words(
        "Mille jetons fictifs vous attendent.",
        "A thousand play chips are waiting for you.",
    ),
    "no_grant": Words(
        "Votre adresse a déjà reçu les jetons du jour : ce compte s’ouvrira sans jetons. "
        "Il pourra en prendre un autre jour.",
        "Your address has had the day’s chips: this account will open without chips. It "
        "may take some on another day.",
    ),
    "adult_missing": Words("Il faut avoir {age} ans pour jouer.", "One must be {age} to play."),
    "adult": Words(
        "J’ai {age} ans ou plus et je joue de l’argent fictif.",
        "I am {age} or over and I play with play money.",
    ),
    "adult_licensed": Words("J’ai {age} ans ou plus.", "I am {age} or over."),
    "play": Words("Entrer", "Enter"),
    "watch": Words("Regarder", "Watch"),
    "no_tables": Words(
        "Aucune table n’est ouverte pour le moment.",
        "No table is open at the moment.",
    ),
    "resume": Words("Reprendre", "Resume"),
    "boxes": Words("cases prises", "boxes taken"),
    "here": Words("Vous y êtes", "You are here"),
    "full": Words("Complète", "Full"),
    "sieve": Words("Choisir parmi les tables", "Choose among the tables"),
    "game": Words("Jeu", "Game"),
    "all_games": Words("Tous les jeux", "All games"),
    "least": Words("Mise minimale", "Least stake"),
    "any_least": Words("Toutes les mises", "Any stake"),
    "up_to": Words("jusqu’à", "up to"),
    "free": Words("Avec une place libre", "With a free place"),
    "find": Words("Chercher", "Find"),
    "bulletins": Words("Messages de la maison", "Messages of the house"),
    "no_such_tables": Words("Aucune table de ce genre.", "No such table."),
    "show_all": Words("Tout montrer", "Show all"),
    "practice": Words("Table d’entraînement", "Practice table"),
    "round": Words("coup", "round"),
    "movements": Words("mouvements", "movements"),
    "to_round": Words("Voir le coup", "See round"),
    "of_earlier": Words("pour des mises du", "for stakes of"),
    "limits": Words("Mises", "Stakes"),
    "from": Words("dès", "from"),
    "open": Words("Ouverte", "Open"),
    "ending": Words("Dernière demi-heure", "Last half hour"),
    "draining": Words("Derniers coups", "Last rounds"),
    "paused": Words("Suspendue", "Paused"),
    "closed": Words("Fermée", "Closed"),
    "balance": Words("Solde", "Balance"),
    "chips": Words("jetons", "chips"),
    "cage": Words("Caisse", "Cage"),
    "cage_open": Words("Change, dépôt, retrait", "Exchange, deposit, withdrawal"),
    "cash": Words("Espèces :", "Cash:"),
    "cash_reserved": Words("dont réservé", "of it kept"),
    "own_rounds": Words("Vos derniers coups", "Your last rounds"),
    "all_rounds": Words("Mes coups", "My rounds"),
    "no_rounds": Words("Vous n’avez pas encore joué.", "You have not played yet."),
    "statement": Words("Relevé", "Statement"),
    "no_postings": Words("Aucun mouvement.", "Nothing moved."),
    "no_wallet": Words(
        "Ce compte n’a pas de porte-monnaie de joueur.",
        "This account has no player’s wallet.",
    ),
    "when": Words("Date", "Date"),
    "date": Words("d/m/Y", "j M Y"),
    "running": Words("En cours", "Running"),
    "what": Words("Mouvement", "Movement"),
    "amount": Words("Jetons", "Chips"),
    "after": Words("Solde", "Balance"),
    "result": Words("Résultat", "Result"),
    "net": Words("Gain ou perte", "Won or lost"),
    "table": Words("Table", "Table"),
    "more": Words("Mouvements plus anciens", "Older movements"),
    "newest": Words("Revenir aux plus récents", "Back to the newest"),
    "refill": Words("Vous n’avez presque plus de jetons.", "You are nearly out of chips."),
    "refill_take": Words("Recevoir", "Take"),
    "refill_again": Words("Prochains jetons :", "Chips again:"),
    "play_money": Words(
        "Argent fictif : il ne s’achète pas et ne vaut rien hors de la maison.",
        "Play money: it is not bought, and worth nothing outside the house.",
    ),
    "age": Words("Réservé aux majeurs.", "Adults only."),
    "risk": Words(
        "Jouer comporte des risques : fixez-vous une limite de temps.",
        "Gambling has its risks: set yourself a time limit.",
    ),
    "skip": Words("Aller au contenu", "Skip to the content"),
    "loading": Words("La table s’installe…", "Setting the table…"),
    "needs_script": Words(
        "La table a besoin de JavaScript : elle se joue en direct.",
        "The table needs JavaScript: it is played live.",
    ),
    "error": Words("Corrigez ce qui est signalé ci-dessous.", "Correct what is marked below."),
}


COUNTED: Final[Mapping[str, tuple[Words, Words]]] = {
    "players": (Words("1 joueur", "1 player"), Words("{n} joueurs", "{n} players")),
    "missing": (
        Words("encore 1 joueur pour commencer", "1 more player to begin"),
        Words("encore {n} joueurs pour commencer", "{n} more players to begin"),
    ),
}
"""Singular and plural."""
