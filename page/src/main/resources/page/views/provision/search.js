// One search for plans: started or found again, followed until it is over.

import { get, post, request } from '../../api.js';

/** How long to wait for an event before asking: a short search may be over before its id is known here, or the line down. */
const FIRST_WAIT = 150;
const LONGEST_WAIT = 2400;

export function isOver(search) {
  return ['ended', 'stopped', 'failed'].includes(search.state);
}

/** A controller: the host is drawn anew whenever there is news; it sees the search as `known`, and `problem`. */
export class Search {
  known = null;
  problem = null;

  #host;
  #timer = null;
  #wait = FIRST_WAIT;
  #wanted = null;
  #site = null;
  #hear = (event) => this.#heard(event.detail);

  constructor(host) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected() {
    this.#site = this.#host.site;
    this.#site.addEventListener('news', this.#hear);
  }

  hostDisconnected() {
    this.#site.removeEventListener('news', this.#hear);
    clearTimeout(this.#timer);
  }

  get isUnderWay() {
    return this.known !== null && !isOver(this.known);
  }

  /** @throws Problem that is about what was asked */
  async start(workflow, terms) {
    this.forget();
    const answer = await post(`/workflows/${workflow}/provision`, terms, { once: false });
    this.#wanted = answer.search;
    this.#take(answer);
  }

  /** The one of this id, or the newest of this account of which something can still be booked. */
  async resume(id) {
    if (!id) {
      const { searches } = await get('/searches');
      id = searches.find((each) => each.user === this.#site.account.name && Date.parse(each.expires) > this.#site.now())?.search;
    }
    if (id) {
      this.#wanted = id;
      await this.#read(id);
    }
  }

  forget() {
    clearTimeout(this.#timer);
    this.known = this.problem = this.#wanted = this.#site.search = null;
    this.#wait = FIRST_WAIT;
    this.#host.requestUpdate();
  }

  stop() {
    return this.#attempt(async (id) => this.#take(await post(`/searches/${id}/stop`, undefined, { once: false })));
  }

  cancel() {
    return this.#attempt(async (id) => {
      this.forget();
      await request('DELETE', `/searches/${id}`, { once: false });
    });
  }

  async #attempt(work) {
    try {
      await work(this.known.search);
    } catch (problem) {
      this.problem = problem;
      this.#host.requestUpdate();
    }
  }

  async #read(id) {
    let answer;
    try {
      answer = await get(`/searches/${id}`);
    } catch (problem) {
      if (this.#wanted === id) {
        this.forget();
        this.problem = problem;
      }
      return;
    }
    if (this.#wanted === id) {
      this.#take(answer);
    }
  }

  #take(answer) {
    this.known = answer;
    this.#site.search = answer.search;
    clearTimeout(this.#timer);
    if (this.isUnderWay && this.#host.isConnected) {
      this.#timer = setTimeout(() => this.#read(answer.search), this.#wait);
      this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
    }
    this.#host.requestUpdate();
  }

  #heard({ kind, search, state, done, of }) {
    if (!this.isUnderWay || search !== this.known.search) {
      return;
    }
    if (kind === 'search-ended') {
      this.#read(search);
    } else if (kind === 'search-progress' && done >= this.known.done) {
      this.#take({ ...this.known, state, done, of });
    }
  }
}
