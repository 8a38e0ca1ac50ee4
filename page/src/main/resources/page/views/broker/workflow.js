// A workflow for the sites of a broker: which one, and what is wanted of its plans.

import { html, nothing } from '../../lit.js';
import { count } from '../provision/plan.js';
import { more, slots } from '../provision/terms.js';
import '../workflow/upload.js';
import { fieldsOf } from './fields.js';

/** @param host with workflow, terms, isChoosing and isMore, and how to change them */
export function workflowFields({ site, workflow, terms, values, set, setTerms, wrong, choose, isChoosing, setChoosing, isMore, setMore }) {
  const own = fieldsOf(site, values, set, wrong);
  const fields = fieldsOf(site, terms, setTerms, wrong);
  const about = (name) => wrong(`workflow.${name}`);
  return html`
    ${workflow ? html`<p class="chosen-workflow"><strong>${workflow.name || 'unnamed'}</strong> <span class="faint">${count(workflow.taskCount, 'task')}</span></p>` : nothing}
    <details class="chooser as-fields" ?open=${isChoosing} @toggle=${(event) => setChoosing(event.target.open)}>
      <summary>${workflow ? 'Another workflow' : 'Send or choose a workflow'}</summary>
      <berth-upload .site=${site} .chosen=${workflow?.id ?? null} @workflow-chosen=${(event) => choose(event.detail)}></berth-upload>
    </details>
    ${workflow ? html`<div class="grid">
      ${own.text('name', 'Name', ['name'], { placeholder: workflow.name || 'workflow' })}
      ${own.text('budget', 'Maximum price', ['budget'], { mode: 'decimal', placeholder: 'any price', hint: 'for the whole workflow' })}
      ${fields.time('ready', 'Not before', ['workflow.ready'], 'empty: in ten minutes')}
      ${fields.time('deadline', 'Done by', ['workflow.deadline'], 'empty: any time')}
      ${slots(terms, about, setTerms, site.unit)}
    </div>
    ${more(terms, about, isMore, setTerms, setMore, '10 s')}` : nothing}`;
}
