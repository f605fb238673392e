/** European roulette's part of the wire. */

import type { Command } from "../../core/connection/socket";
import type { AnyOwn, AnyView } from "../table";

export type View = Extract<AnyView, { game: "european_roulette" }>;
export type Own = Extract<NonNullable<AnyOwn>, { game: "european_roulette" }>;
export type Wager = Own["wagers"][number];
export type Stake = Extract<Command, { kind: "european_roulette.stake" }>;
