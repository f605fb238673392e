/** Laying chips on a spot by mouse, finger and keyboard. */

const LONG_PRESS = 480;

/**
 * Returns what a button listens with: pressed it lays a chip (1); a long press, a right click, the
 * shift key, `Delete`, `Backspace` and `-` take one back (-1).
 */
export function press(place: (chips: 1 | -1) => void) {
  // A long press takes a chip back; the click that ends it must not put it on again.
  let held: ReturnType<typeof setTimeout> | undefined;
  let tookBack = false;
  return {
    down({ button }: PointerEvent): void {
      tookBack = false;
      if (button !== 0) return;
      held = setTimeout(() => {
        tookBack = true;
        place(-1);
      }, LONG_PRESS);
    },
    lift(): void {
      clearTimeout(held);
      held = undefined;
    },
    click({ shiftKey }: MouseEvent): void {
      if (!tookBack) place(shiftKey ? -1 : 1);
      tookBack = false;
    },
    menu(event: MouseEvent): void {
      event.preventDefault();
      // On a touch screen the menu's gesture is the long press, which has its own timer.
      if (held === undefined && !tookBack) place(-1);
    },
    key(event: KeyboardEvent): void {
      if (!["Delete", "Backspace", "-"].includes(event.key)) return;
      event.preventDefault();
      place(-1);
    },
  };
}
