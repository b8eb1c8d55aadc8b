import { readdirSync, readFileSync } from 'node:fs';

/** Returns the SQL files of a folder in order, by their names without `.sql`. */
export function readSql(folder: string): ReadonlyMap<string, string> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  const read = (file: string) => readFileSync(`${folder}/${file}`, 'utf8');
  return new Map(files.sort().map((file) => [file.replace(/\.sql$/, ''), read(file)]));
}
