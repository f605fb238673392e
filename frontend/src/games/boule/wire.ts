/** Boule's part of the wire. */

import type { AnyOwn, AnyView } from "../table";

export type View = Extract<AnyView, { game: "boule" }>;
export type Own = Extract<NonNullable<AnyOwn>, { game: "boule" }>;
