/** The big wheel's part of the wire. */

import type { AnyOwn, AnyView } from "../table";

export type View = Extract<AnyView, { game: "big_wheel" }>;
export type Own = Extract<NonNullable<AnyOwn>, { game: "big_wheel" }>;
