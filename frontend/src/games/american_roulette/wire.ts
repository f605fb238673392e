/** American roulette's part of the wire. */

import type { AnyOwn, AnyView } from "../table";

export type View = Extract<AnyView, { game: "american_roulette" }>;
export type Own = Extract<NonNullable<AnyOwn>, { game: "american_roulette" }>;
