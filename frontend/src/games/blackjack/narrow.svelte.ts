/** What the window and the pointer are like, as values that change with them. */

class Matching {
  current = $state(false);

  constructor(query: string) {
    const list = matchMedia(query);
    const take = (): void => {
      this.current = list.matches;
    };
    take();
    list.addEventListener("change", take);
  }
}

export const SMALL = new Matching("(max-width: 719px), (max-height: 460px)");
export const LOW = new Matching("(max-height: 460px)");
export const TOUCHED = new Matching("(pointer: coarse)");
