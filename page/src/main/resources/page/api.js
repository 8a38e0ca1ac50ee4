// Requests to the API. What goes wrong is a Problem (RFC 9457), also when the network is to blame.

import { remembered, takeOldToken } from './session.js';
import { browserZone } from './time.js';
import { whileWaiting } from './waiting.js';

/** How long to wait while an instance answers that none leads: longer than it takes until one does. */
const PATIENCE = 15_000;
/** How long to wait while none can be reached. */
const LOST = 5_000;
const PAUSE = 500;
/** What an instance that follows, or a proxy, answers for a leader that it cannot reach. */
const GATEWAY = [502, 503, 504];
/** The newest version of the site that was seen: no instance may answer with an older one. */
let version = 0;

export class Problem extends Error {
  constructor(body, status) {
    super(body.detail ?? body.title ?? `the service answered ${status}`);
    this.status = status;
    this.code = body.code ?? 'unknown';
    this.errors = body.errors ?? [];
    this.offers = body.offers ?? [];
    this.numbers = body.numbers ?? {};
  }

  /** What is wrong with a field, in words; empty if nothing is. */
  about(field) {
    return this.errors.filter((error) => error.field === field).map((error) => error.rule).join('; ');
  }
}

const listeners = new Set();

/** Tells when the session is over. */
export function onSignedOut(listener) {
  listeners.add(listener);
}

export function signedOut() {
  listeners.forEach((listener) => listener());
}

/**
 * Says that the page asks, so that the browser does not ask people for a password by itself, and in which zone the times in
 * sentences are to be.
 */
export function headers(more = {}) {
  return { 'Berth-Page': '1', 'Berth-Zone': remembered('zone', browserZone()), ...more };
}

/** Opens a session for a token; whether the token was good for that. */
export async function openSession(token) {
  const response = await fetch('/api/v1/session', { method: 'POST', headers: headers({ Authorization: `Bearer ${token}` }) });
  return response.ok;
}

/** Whether this browser is signed in; a token of an older page becomes a session. */
export async function isSignedIn() {
  const old = takeOldToken();
  if (old) {
    await openSession(old);
  }
  return (await get('/session')).signedIn;
}

/**
 * @param options json: the body, or content: a file as it is; match: an ETag that must still be right; once: whether to
 *   send an idempotency key, so that a request that is sent again after a broken connection is carried out once
 */
export async function request(method, path, { json, content, match, once = method !== 'GET', signal } = {}) {
  const sent = headers();
  if (json !== undefined) {
    sent['Content-Type'] = 'application/json';
  } else if (content !== undefined) {
    sent['Content-Type'] = 'application/octet-stream';
  }
  if (match) {
    sent['If-Match'] = match;
  }
  if (once) {
    sent['Idempotency-Key'] = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
  }
  if (method === 'GET' && version > 0) {
    sent['Berth-Version'] = `${version}`;
  }
  const body = json === undefined ? content : JSON.stringify(json);
  const isRepeatable = method === 'GET' || once;
  const send = () => exchange('/api/v1' + path, { method, headers: sent, body, signal });
  let reply = await send();
  if (isForAnother(reply, isRepeatable)) {
    const begun = Date.now();
    await whileWaiting(async () => {
      while (isForAnother(reply, isRepeatable) && Date.now() - begun < (reply.response ? PATIENCE : LOST)) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
        reply = await send();
      }
    });
  }
  const { response, answer } = reply;
  if (!response) {
    throw unreachable();
  }
  version = Math.max(version, Number(response.headers.get('Berth-Version') ?? 0));
  if (response.status === 401 && path !== '/sign-in') {
    signedOut();
  }
  if (!response.ok) {
    throw new Problem(answer, response.status);
  }
  return { answer, etag: response.headers.get('ETag') };
}

/** Whether another instance may answer, or this one later: nothing was done, or it may be done again. */
function isForAnother({ response, answer }, isRepeatable) {
  if (!response) {
    return isRepeatable;
  }
  return answer.code === 'not-leading' || (isRepeatable && GATEWAY.includes(response.status) && (!answer.code || answer.code === 'outcome-unknown'));
}

/** The response and what is in it; no response if the connection is lost. */
async function exchange(address, options) {
  try {
    const response = await fetch(address, options);
    const text = await response.text();
    return { response, answer: parsed(text, response.ok) };
  } catch (error) {
    if (error instanceof TypeError) {
      return {};
    }
    throw error;
  }
}

/** A proxy in front of the service explains its errors in HTML. */
function parsed(text, mustBeJson) {
  try {
    return text ? JSON.parse(text) : {};
  } catch (error) {
    if (mustBeJson) {
      throw error;
    }
    return {};
  }
}

function unreachable() {
  return new Problem({ detail: 'Cannot connect to the service. Check that it is running and that you are online.', code: 'unreachable' }, 0);
}

/** How the service is; it says so with status 503, too, if something is wrong. */
export async function health() {
  let response;
  try {
    response = await fetch('/api/v1/health');
  } catch {
    throw unreachable();
  }
  const answer = await response.json().catch(() => ({}));
  if (!answer.status || !answer.time) {
    throw new Problem(answer, response.status);
  }
  return answer;
}

export async function get(path, options) {
  return (await request('GET', path, options)).answer;
}

export async function post(path, json, options) {
  return (await request('POST', path, { json, ...options })).answer;
}

/** A path with a query; what is null or undefined is left out. */
export function query(path, values) {
  const parts = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return parts.length === 0 ? path : `${path}?${new URLSearchParams(parts)}`;
}
