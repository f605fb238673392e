/** The line to the house, as it is shown. */

import type { Link } from "../../core/connection/socket";

export class Connection {
  link = $state<Link>("connecting");
  rtt = $state<number | null>(null);
  everOnline = $state(false);

  get live(): boolean {
    return this.link === "online";
  }

  /** Takes what the socket says of the line; says whether it is back. */
  update(link: Link, rtt: number | null): boolean {
    if (rtt !== null) this.rtt = rtt;
    // What was lost stays lost until it is back: that it is tried is no news.
    if (link === "connecting" && this.everOnline) return false;
    const back = link === "online" && this.everOnline && !this.live;
    this.link = link;
    if (link === "online") this.everOnline = true;
    return back;
  }
}
