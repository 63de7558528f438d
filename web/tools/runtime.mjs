/**
 * Builds the Python archives the browser loads. Run by runtime.py, never shipped.
 *
 *   node runtime.mjs PLAN.json
 *
 * PLAN.json (all paths absolute):
 *   pyodide  folder of the installed `pyodide` package
 *   library  its standard library, with the stand-ins of stand_ins.py
 *   inside   runtime_inside.py, the half that runs in Python
 *   package  name of the package whose `api.answer` the page calls
 *   files    {path inside an archive: path on disk} of that package
 *   archives {name of an archive: paths inside it}
 *   modules  what the package consists of and imports, inside functions too
 *   corpus   texts of the warm-up: the scenarios of tests/cases
 *   out      folder that receives stdlib.zip and those archives
 *
 * Pyodides are started one after the other. The first imports the package, answers the corpus and
 * says which modules that took: nothing else may run in it. The second, fresh, compiles: what
 * `marshal` writes depends on what the interpreter did before, and the archives must come out the
 * same twice. Only Pyodide can do it: the bytecode of the machine's own Python is another one.
 * Then, for each archive, one with nothing but it answers the corpus as the first did.
 */
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const plan = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const { loadPyodide } = await import(pathToFileURL(path.join(plan.pyodide, 'pyodide.mjs')).href);
const inside = fs.readFileSync(plan.inside, 'utf8');

/** A fresh Python with the package's files under /src and the building half as `inside`. */
async function boot() {
  const py = await loadPyodide({
    stdLibURL: plan.library,
    env: { PYTHONHASHSEED: '0', PYTHONPATH: '/src' },
    // Before Python starts: a folder that is missing then is taken as missing for good.
    fsInit: async (FS) => {
      for (const [name, file] of Object.entries(plan.files)) {
        const target = '/src/' + name;
        FS.mkdirTree(path.posix.dirname(target));
        FS.writeFile(target, fs.readFileSync(file));
      }
    },
  });
  const scope = py.toPy({});
  py.runPython(inside, { globals: scope, filename: 'runtime_inside.py' });
  return { py, scope };
}

async function build() {
  const first = await boot();
  try {
    first.py.runPython('1 / 0'); // what shows a Python error imports modules of its own
  } catch (error) {
    if (!String(error).includes('ZeroDivisionError')) throw error;
  }
  const record = first.scope.get('record');
  const [used, told] = record(plan.package, first.py.toPy(plan.modules), first.py.toPy(plan.corpus)).toJs();

  const second = await boot();
  const freeze = second.scope.get('freeze');
  freeze(second.py.toPy(used), '/src', second.py.toPy(plan.archives), '/made');
  for (const name of ['stdlib.zip', ...Object.keys(plan.archives)]) {
    fs.writeFileSync(path.join(plan.out, name), second.py.FS.readFile('/made/' + name));
  }
  for (const name of Object.keys(plan.archives)) await prove(name, JSON.parse(told));
}

/**
 * Have Python answer from the finished files alone.
 * @param {string} name of an archive
 * @param {Record<string, string>} expected each answer of the rules, by its message
 */
async function prove(name, expected) {
  const py = await loadPyodide({
    stdLibURL: path.join(plan.out, 'stdlib.zip'),
    env: { PYTHONHASHSEED: '0', PYTHONPATH: '/package.zip' },
    fsInit: async (FS) => FS.writeFile('/package.zip', fs.readFileSync(path.join(plan.out, name))),
  });
  const scope = py.toPy({});
  py.runPython(inside, { globals: scope, filename: 'runtime_inside.py' });
  const told = JSON.parse(scope.get('answers')(plan.package, py.toPy(plan.corpus)));
  for (const message of Object.keys(told)) {
    if (told[message] !== expected[message]) throw new Error(`${name}: ${message}`);
  }
}

try {
  await build();
} catch (error) {
  // Node would print the source line of the fault: a megabyte, in Pyodide's case.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
