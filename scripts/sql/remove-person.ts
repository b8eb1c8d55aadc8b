import type { Given } from './snippets.ts';
import type { Answer } from './team-database.ts';

type Team = {
  /** Runs the saved query with these values. */
  query: (given: Given) => Promise<Answer[]>;
  show: (found: Answer) => void;
  /** What a person types; absent where nobody sits. */
  ask: ((question: string) => Promise<string>) | undefined;
};

/**
 * Removes a person's sign-ups: looks first, then removes those that are chosen, once that is confirmed.
 *
 * @param given whom to look for; `remove` chooses by id what to remove
 * @param confirmed leaves out the last question, for scripts
 * @returns how many were removed
 * @throws if an id is chosen that was not found, or nobody is there to confirm
 */
export async function removePerson(
  { remove, ...person }: Given,
  confirmed: boolean,
  { query, show, ask }: Team,
): Promise<number> {
  const found = await query(person);
  found.forEach(show);
  const ids = column(found, 'id')
    .filter((id) => id !== null)
    .map(String);
  if (ids.length === 0) return 0;

  const choice =
    remove ?? (await ask?.('Ids to remove, for example 15, 27; none to leave them: ')) ?? '';
  const chosen = choice.split(/[,\s]+/).filter((id) => id !== '');
  const strange = chosen.find((id) => !ids.includes(id));
  if (strange !== undefined)
    throw new Error(`${strange} is not among the ids found. None removed.`);
  if (chosen.length === 0) return 0;

  if (!confirmed) {
    if (!ask) throw new Error('Nobody is here to confirm. None removed; a script adds --yes.');
    const answer = await ask(`Remove ${chosen.join(', ')} for good? Type yes: `);
    if (answer.trim() !== 'yes') return 0;
  }
  const after = await query({ ...person, remove: chosen.join(',') });
  return column(after, 'removed').filter((removed) => removed === 't').length;
}

function column([answer]: Answer[], name: string): unknown[] {
  const index = answer?.header.indexOf(name) ?? -1;
  return answer?.rows.map((row) => row[index]) ?? [];
}
