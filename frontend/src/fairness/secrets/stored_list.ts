/** A short list that outlives a reload where the browser lets it. */

/** Where it is kept. */
export type SessionStore = Pick<Storage, "getItem" | "setItem">;

export class StoredList<T> {
  #list: readonly T[] = [];

  constructor(
    private readonly drawer: SessionStore | null,
    private readonly key: string,
    private readonly most: number,
  ) {
    try {
      const stored: unknown = JSON.parse(drawer?.getItem(key) ?? "[]");
      if (Array.isArray(stored)) this.#list = stored as T[];
    } catch {
      // Without storage a reload begins anew.
    }
  }

  /** The newest last. */
  get all(): readonly T[] {
    return this.#list;
  }

  set all(list: readonly T[]) {
    this.#list = list.slice(-this.most);
    try {
      this.drawer?.setItem(this.key, JSON.stringify(this.#list));
    } catch {
      // See the constructor.
    }
  }
}
