// What one is told, and how: on the desktop, by mail, in the calendar and by webhooks.

import { get, post, request } from '../api.js';
import { canNotify, isWanted, want } from '../desktop.js';
import { html, nothing } from '../lit.js';
import { duration, fromIsoDuration, inField, isoDuration, moment } from '../time.js';
import { field, input, trouble } from './field.js';
import { kindChecks } from './notice-kinds.js';
import './notice-queue.js';
import { OwnView } from './own-view.js';
import './webhooks.js';

class Notices extends OwnView {
  static properties = { choice: { state: true }, link: { state: true }, draft: { state: true }, permission: { state: true } };

  connectedCallback() {
    super.connectedCallback();
    this.permission = canNotify() ? Notification.permission : 'impossible';
  }

  load() {
    return this.attempt('', async () => {
      this.take(await get('/notices'));
      const link = await get('/calendar/link');
      this.link = link.made ? link : null;
    });
  }

  take(choice) {
    this.choice = choice;
    this.draft = {
      mail: choice.mail ?? choice.unconfirmed ?? '',
      kinds: new Set(choice.kinds),
      startLead: inField(fromIsoDuration(choice.startLead)),
      endLead: inField(fromIsoDuration(choice.endLead)),
      asks: choice.asks,
    };
  }

  wrong(name) {
    return this.at === 'mail' ? this.problem?.about?.(name) ?? '' : '';
  }

  render() {
    const { site } = this;
    return html`<div class="dashboard"><h1>Notices</h1>
      ${this.at === '' ? trouble(this.problem) : nothing}
      ${site.is('user') ? html`<section class="card"><h2>On this device</h2>${this.desktop()}</section>` : nothing}
      <section class="card"><h2>In your calendar</h2>${this.calendar()}</section>
      ${this.choice ? html`<section class="card wide"><h2>By mail</h2>${this.mail()}</section>` : nothing}
      <section class="card wide"><h2>Webhooks</h2><berth-webhooks .site=${site}></berth-webhooks></section>
      ${site.is('administrator') ? html`<section class="card wide"><h2>Delivery to everybody</h2><berth-notice-queue .site=${site}></berth-notice-queue></section>` : nothing}
    </div>`;
  }

  desktop() {
    const { name } = this.site.account;
    if (this.permission === 'impossible') {
      return html`<p>This browser shows notifications only for pages that it reads by https.</p>`;
    }
    if (this.permission === 'denied') {
      return html`<p>Notifications are blocked for this page. Allow them in the settings of the browser.</p>`;
    }
    const isOn = this.permission === 'granted' && isWanted(name);
    return html`<p>A notification when something happens to your reservations, while this page is open in a tab.</p>
      <div class="actions"><button type="button" class="desktop" aria-pressed=${isOn} @click=${() => this.toggle(!isOn)}>${isOn ? 'Turn off notifications' : 'Turn on notifications'}</button></div>`;
  }

  /** Browsers ask people only after a click. */
  async toggle(isOn) {
    if (isOn) {
      this.permission = await Notification.requestPermission();
    }
    want(this.site.account.name, isOn && this.permission === 'granted');
    this.requestUpdate();
    if (this.permission === 'granted') {
      this.say(isOn ? 'Notifications are on' : 'Notifications are off');
    }
  }

  mail() {
    const { choice, draft } = this;
    const set = (name) => (value) => (this.draft = { ...this.draft, [name]: value });
    return html`<form class="mail" @submit=${this.save} novalidate aria-label="Notices by mail">
      ${choice.canMail ? nothing : html`<p class="faint">This site sends no mails yet; reminders on your device and by webhooks use the times below.</p>`}
      ${choice.canMail ? field('notices', 'mail', 'Mail address', input(draft.mail, set('mail'), { type: 'email', placeholder: 'ana@example.org' }), {
        wrong: this.wrong('mail'), hint: choice.mail ? `Notices go to ${choice.mail}.` : 'A code is mailed to it. Nothing else is sent before you have entered the code.' }) : nothing}
      ${choice.canMail ? kindChecks('Tell me when a reservation', draft.kinds, set('kinds')) : nothing}
      <div class="grid">
        ${field('notices', 'startLead', 'Before a start', input(draft.startLead, set('startLead'), { placeholder: '15 min' }), { wrong: this.wrong('startLead') })}
        ${field('notices', 'endLead', 'Before an end', input(draft.endLead, set('endLead'), { placeholder: '10 min' }), { wrong: this.wrong('endLead') })}
      </div>
      <label class="check"><input type="checkbox" name="asks" .checked=${draft.asks} @change=${(event) => set('asks')(event.target.checked)}>
        I may be asked for more flexibility, at a discount</label>
      ${this.at === 'mail' ? trouble(this.problem) : nothing}
      <div class="actions"><button class="primary">Save</button></div>
    </form>
    ${choice.unconfirmed ? this.confirmation(choice.unconfirmed) : nothing}`;
  }

  confirmation(address) {
    return html`<form class="confirm" @submit=${this.confirm} novalidate aria-label="Confirm the address">
      ${field('notices', 'code', `Code that was mailed to ${address}`, ({ id, described, invalid }) => html`<input id=${id} name="code" autocomplete="one-time-code" aria-describedby=${described} aria-invalid=${invalid}>`)}
      ${this.at === 'code' ? trouble(this.problem) : nothing}
      <div class="actions"><button>Confirm</button></div>
    </form>`;
  }

  async save(event) {
    event.preventDefault();
    const { choice, draft } = this;
    await this.attempt('mail', async () => {
      const json = { startLead: lead(draft.startLead, 'startLead'), endLead: lead(draft.endLead, 'endLead'), asks: draft.asks };
      if (choice.canMail) {
        json.kinds = [...draft.kinds];
        if (draft.mail.trim() !== (choice.mail ?? choice.unconfirmed ?? '')) {
          json.mail = draft.mail.trim();
        }
      }
      const { answer } = await request('PATCH', '/notices', { json, once: false });
      this.take(answer);
      this.say(json.mail ? `A code was mailed to ${json.mail}` : 'Saved');
    });
  }

  async confirm(event) {
    event.preventDefault();
    await this.attempt('code', async () => {
      this.take(await post('/notices/confirm', { code: event.target.code.value.trim() }, { once: false }));
      this.say(`Notices go to ${this.choice.mail}`);
    });
  }

  calendar() {
    const address = this.link?.path ? this.link.address ?? location.origin + this.link.path : null;
    return html`<p>Google Calendar, Outlook and Thunderbird can subscribe to an address that holds a secret. Who knows it can read your calendar and nothing else.</p>
      ${address ? html`<p role="status">Your address, shown only once: <code class="secret">${address}</code></p>`
        : this.link ? html`<p>You have had an address since ${moment(this.site.zone, Date.parse(this.link.made), this.site.now())}. It cannot be shown again.</p>` : nothing}
      ${this.at === 'calendar' ? trouble(this.problem) : nothing}
      <div class="actions">
        ${address ? html`<button type="button" class="primary copy" @click=${() => this.copy(address)}>Copy address</button>` : nothing}
        <button type="button" class="make" @click=${this.make}>${this.link ? 'New address; the old one ends' : 'Make an address'}</button>
        ${this.link ? html`<button type="button" class="revoke" @click=${this.revoke}>End address</button>` : nothing}
      </div>`;
  }

  async copy(address) {
    if (await this.attempt('calendar', () => navigator.clipboard.writeText(address))) {
      this.say('The address was copied');
    }
  }

  make() {
    return this.attempt('calendar', async () => (this.link = await post('/calendar/link', undefined, { once: false })));
  }

  revoke() {
    return this.attempt('calendar', async () => {
      await request('DELETE', '/calendar/link', { once: false });
      this.link = null;
      this.say('The address of your calendar has ended');
    });
  }
}

/** As people write it; a problem of its own if it cannot be read. */
function lead(text, name) {
  const millis = duration(text);
  if (!millis) {
    const problem = new Error(name);
    problem.errors = [{ field: name, rule: 'Try 15 min or 1 h' }];
    problem.about = (other) => (other === name ? problem.errors[0].rule : '');
    throw problem;
  }
  return isoDuration(millis);
}

customElements.define('berth-notices', Notices);

export const notices = {
  id: 'notices',
  title: 'Notices',
  role: 'viewer',
  isWide: true,
  draw: (site) => html`<berth-notices .site=${site}></berth-notices>`,
};
