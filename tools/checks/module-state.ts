import { isTest, type SourceFile } from './source-files.ts'

/** State of modules that belongs to the process and not to an instance, with the reason. */
const ofTheProcess: Readonly<Record<string, string>> = {
  'packages/instance/src/engines/sqlite/file-lock.ts files': 'several instances of a process may open one file',
  'packages/instance/src/subjects/identity/people/password-rule.ts common': 'a list of the installation, read once',
  'packages/instance/src/subjects/integrations/scripts/run/libraries.ts sources':
    'files of the installation, read once',
}

/** A variable, or a collection that starts empty, at the top of a file. Weak maps are left out: they hold what their keys determine. */
const state =
  /^(?:export )?(?:let|var) (\w+)|^(?:export )?const (\w+)(?:: (?!Readonly)[^=\n]+)? = new (?:Map|Set)(?:<.*>)?\(\)/gm

/** Sentences about state that all instances of a process would share. */
export function sharedState(files: readonly SourceFile[]): readonly string[] {
  return files
    .filter(({ path }) => /^packages\/(?:instance|contract|connector[^/]*)\/src\//.test(path) && !isProof(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(state)].map(([, variable, collection]) => `${path} ${variable ?? collection}`),
    )
    .filter((found) => ofTheProcess[found] === undefined)
    .map((found) => `${found}: make it in the function that composes what needs it`)
}

const isProof = (path: string) => isTest(path) || /\/(?:suite|walks|faults)\//.test(path)
