// Workflows to choose from: a file that is sent, an example, or one that was sent lately.
//
// <berth-upload .site .chosen> fires workflow-chosen with the id, or with null when the chosen one is gone. A file may be
// dropped anywhere on the view.

import { Problem, get, request } from '../../api.js';
import { html, nothing, repeat } from '../../lit.js';
import { inWords } from '../../time.js';
import { View } from '../../view.js';
import { EXAMPLE } from './example.js';

const MOST_BYTES = 8 * 2 ** 20;
const KINDS = '.json,.xml,.dax,.gz';

class Upload extends View {
  static properties = {
    chosen: { attribute: false }, sent: { state: true }, problem: { state: true }, isBusy: { state: true }, isOver: { state: true },
  };

  #area = null;
  #drag = (event) => this.dragged(event);

  constructor() {
    super();
    this.sent = [];
  }

  connectedCallback() {
    super.connectedCallback();
    this.#area = this.closest('main') ?? this;
    ['dragover', 'dragleave', 'drop'].forEach((kind) => this.#area.addEventListener(kind, this.#drag));
    this.list();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    ['dragover', 'dragleave', 'drop'].forEach((kind) => this.#area.removeEventListener(kind, this.#drag));
  }

  /** Nothing here depends on the timetable. */
  siteChanged() {}

  async list() {
    try {
      this.sent = (await get('/workflows')).workflows;
      if (this.chosen && !this.sent.some((each) => each.id === this.chosen)) {
        this.choose(null);
      }
    } catch (problem) {
      this.problem = problem;
    }
  }

  choose(id) {
    this.dispatchEvent(new CustomEvent('workflow-chosen', { bubbles: true, detail: id }));
  }

  dragged(event) {
    if (!event.dataTransfer?.types.includes('Files')) {
      return;
    }
    event.preventDefault();
    this.isOver = event.type === 'dragover';
    if (event.type === 'drop') {
      this.send(event.dataTransfer.files[0]);
    }
  }

  /** @param file a File, or anything else with bytes and a size */
  async send(file) {
    this.problem = null;
    if (!file) {
      return;
    }
    if (file.size > MOST_BYTES) {
      this.problem = new Problem({ detail: `The file ${file.name} has ${Math.ceil(file.size / 2 ** 20)} MB; at most 8 are taken. Gzip it, or divide it.` }, 0);
      return;
    }
    this.isBusy = true;
    try {
      const { answer } = await request('POST', '/workflows', { content: file, once: false });
      await this.list();
      this.choose(answer.id);
    } catch (problem) {
      this.problem = problem;
    }
    this.isBusy = false;
  }

  async remove(workflow) {
    this.problem = null;
    try {
      await request('DELETE', `/workflows/${workflow.id}`, { once: false });
    } catch (problem) {
      this.problem = problem;
    }
    await this.list();
    await this.updateComplete;
    this.querySelector('input')?.focus();
  }

  render() {
    const { problem } = this;
    return html`
      <div class="field ${problem ? 'is-wrong' : ''}" data-field="file">
        <div class="drop ${this.isOver ? 'is-over' : ''}">
          <p><label for="workflow-file">A workflow from a file</label></p>
          <input id="workflow-file" type="file" accept=${KINDS} ?disabled=${this.isBusy} aria-describedby="workflow-file-hint${problem ? ' workflow-file-wrong' : ''}"
            aria-invalid=${problem ? 'true' : nothing}
            @change=${(event) => { this.send(event.target.files[0]); event.target.value = ''; }}>
          <p class="hint" id="workflow-file-hint">WfFormat, DAX or Berth’s own JSON, gzipped or not. Or drop one here.</p>
        </div>
        ${problem ? html`<p class="wrong" id="workflow-file-wrong" role="alert">${sentence(problem)}</p>` : nothing}
      </div>
      ${this.sent.length === 0
        ? html`<p class="empty">You have sent none lately. <button type="button" class="small" ?disabled=${this.isBusy} @click=${this.example}>Try an example</button></p>`
        : this.lately()}`;
  }

  lately() {
    const now = this.site.now();
    return html`<ul class="sent" aria-label="Workflows sent lately">
        ${repeat(this.sent, (each) => each.id, (each) => html`<li data-workflow=${each.id}>
          <button type="button" class="pick" aria-pressed=${String(each.id === this.chosen)} @click=${() => this.choose(each.id)}>
            <strong>${each.name || 'unnamed'}</strong>
            <span class="faint">${each.taskCount} task${each.taskCount === 1 ? '' : 's'}${each.user === this.site.account.name ? '' : ` · ${each.user}`} · kept for ${inWords(Math.max(0, Date.parse(each.expires) - now)).replace(/ \d+ (s|min)$/, '')}</span>
          </button>
          <button type="button" class="small quiet" aria-label="Remove ${each.name || 'unnamed'}" @click=${() => this.remove(each)}>Remove</button>
        </li>`)}
      </ul>
      <p><button type="button" class="small" ?disabled=${this.isBusy} @click=${this.example}>Try an example</button></p>`;
  }

  example() {
    return this.send(new Blob([JSON.stringify(EXAMPLE)]));
  }
}

/** What is wrong with a file, after where: "line 3, column 5: …" stays as it is. */
function sentence(problem) {
  const text = problem.message.charAt(0).toUpperCase() + problem.message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

customElements.define('berth-upload', Upload);
