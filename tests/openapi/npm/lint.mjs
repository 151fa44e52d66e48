// lint: FILE is OpenAPI without fault, by all that @redocly/openapi-core knows but
// what is said below. Lists what is wrong; exit status 1 where there is anything.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const require = createRequire(import.meta.url);
const { createConfig, lintFromString, formatProblems } = require('@redocly/openapi-core');

const rules = {
    // Beyond recommended-strict.
    'no-invalid-parameter-examples': 'error',
    'no-invalid-schema-examples': 'error',
    'no-required-schema-properties-undefined': 'error',
    'operation-tag-defined': 'error',
    'parameter-description': 'error',
    'component-name-unique': 'error',
    // There is no license to name yet.
    'info-license': 'off',
    'info-license-strict': 'off',
};

const [file] = process.argv.slice(2);
const source = readFileSync(file, 'utf8');
const config = await createConfig({ extends: ['recommended-strict'], rules });
const problems = await lintFromString({ source, absoluteRef: file, config });
if (problems.length > 0)
    formatProblems(problems, { format: 'stylish', totals: { errors: problems.length, warnings: 0, ignored: 0 }, version: '' });
console.log(`${problems.length ? 'not ok' : 'ok'} - ${file} has ${problems.length} faults`);
process.exitCode = problems.length ? 1 : 0;
