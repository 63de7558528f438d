/**
 * Builds the Python archives the browser loads. Run by runtime.py, never shipped.
 *
 *   node runtime.mjs PLAN.json
 *
 * PLAN.json (all paths absolute):
 *   pyodide  folder of the installed `pyodide` package
 *   inside   runtime_inside.py, the half that runs in Python
 *   package  name of the package whose `api.answer` the page calls
 *   files    {path inside an archive: path on disk} of that package
 *   archives {name of an archive: paths inside it}
 *   modules  what the package consists of and imports, inside functions too
 *   corpus   texts of the warm-up: the scenarios of tests/cases
 *   out      folder that receives stdlib.zip and those archives
 *
 * Two Pyodides are started. The first imports the package, answers the corpus and says which
 * modules that took: nothing else may run in it. The second, fresh, compiles: what `marshal`
 * writes depends on what the interpreter did before, and the archives must come out the same
 * twice. Only Pyodide can do it: the bytecode of the machine's own Python is another one.
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
  const used = first.scope.get('record')(plan.package, first.py.toPy(plan.modules), first.py.toPy(plan.corpus));

  const second = await boot();
  const freeze = second.scope.get('freeze');
  freeze(second.py.toPy(used.toJs()), '/src', second.py.toPy(plan.archives), '/made');
  for (const name of ['stdlib.zip', ...Object.keys(plan.archives)]) {
    fs.writeFileSync(path.join(plan.out, name), second.py.FS.readFile('/made/' + name));
  }
}

try {
  await build();
} catch (error) {
  // Node would print the source line of the fault: a megabyte, in Pyodide's case.
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
