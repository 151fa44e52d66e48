// phrases: what osrm-text-instructions says of maneuvers, as one C file that relaxd is
// linked with (api/v1/phrases.h).
//
// usage: node phrases.mjs PHRASES_DATA.C DEPFILE
// Instructions begin with a capital letter here already, where their language has
// those, as only JavaScript knows each language's. No network.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve('osrm-text-instructions/package.json'));
const { instructions, grammars, supportedCodes } = require('osrm-text-instructions/languages');

const VERSION = 'v5'; // of OSRM's maneuvers

const byBytes = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));
const literal = (text) => JSON.stringify(text);

// All texts of an object, "turn/left/name" each.
function flatten(object, path = '') {
    return Object.entries(object).flatMap(([key, value]) =>
        typeof value === 'string' ? [[path + key, value]] : flatten(value, `${path + key}/`),
    );
}

const isInstruction = (key) => !/^(constants|phrase)\//.test(key);

function capital(code, text) {
    return text.startsWith('{') ? text : text.charAt(0).toLocaleUpperCase(code) + text.slice(1);
}

function textsOf(code) {
    const { meta, [VERSION]: texts } = instructions[code];
    const capitals = meta.capitalizeFirstLetter;
    return new Map(flatten(texts).map(([key, text]) => [key, capitals && isInstruction(key) ? capital(code, text) : text]));
}

// Bytes as C has them, rather than a literal longer than compilers must take.
function bytes(name, data) {
    const rows = [];
    for (let i = 0; i < data.length; i += 24) rows.push(`    ${[...data.subarray(i, i + 24)].join(', ')},`);
    return `static const unsigned char ${name}[] = {\n${rows.join('\n')}\n};`;
}

// The texts one after the other, and where each begins; 0: there is none.
function textTable(texts, keys, symbol) {
    const parts = [Buffer.from([0])];
    let length = 1;
    const starts = keys.map((key) => {
        if (!texts.has(key)) return 0;
        const part = Buffer.from(`${texts.get(key)}\0`);
        parts.push(part);
        length += part.length;
        return length - part.length;
    });
    return [
        bytes(`${symbol}_text`, Buffer.concat(parts)),
        `static const uint32_t ${symbol}_start[] = {${starts.join(', ')}};`,
    ].join('\n');
}

// pcre2 has JavaScript's expressions, and its $1.
function grammarTables(code, symbol) {
    const grammar = grammars[code];
    if (!grammar) return { text: '', members: '' };
    const names = Object.keys(grammar[VERSION]);
    const tables = names.map(
        (name, i) =>
            `static const struct phrase_rule ${symbol}_rules_${i}[] = {\n${grammar[VERSION][name]
                .map((rule) => `    {${rule.map(literal).join(', ')}},\n`)
                .join('')}    {NULL, NULL},\n};`,
    );
    const rows = names.map((name, i) => `    {${literal(name)}, ${symbol}_rules_${i}},\n`);
    const flags = grammar.meta.regExpFlags ?? '';
    return {
        text: `${tables.join('\n')}\nstatic const struct phrase_grammar ${symbol}_grammars[] = {\n${rows.join('')}    {NULL, NULL},\n};`,
        members: `, .grammars = ${symbol}_grammars, .any_case = ${flags.includes('i')}, .everywhere = ${flags.includes('g')}`,
    };
}

function main() {
    const [output, depfile] = process.argv.slice(2);
    const all = new Map(supportedCodes.map((code) => [code, textsOf(code)]));
    const keys = [...new Set([...all.values()].flatMap((texts) => [...texts.keys()]))].sort(byBytes);
    const languages = [...all].map(([code, texts], i) => {
        const symbol = `language_${i}`;
        const { text, members } = grammarTables(code, symbol);
        const capitals = instructions[code].meta.capitalizeFirstLetter;
        return {
            tables: `${textTable(texts, keys, symbol)}\n${text}`,
            row: `    {.code = ${literal(code)}, .capitals = ${capitals}, .text = (const char *)${symbol}_text, .start = ${symbol}_start${members}},`,
        };
    });
    const lines = [
        '/* phrases_data: made by clients/web/phrases.mjs from osrm-text-instructions. */',
        '#include "api/v1/phrases.h"',
        '',
        `const char *const phrase_keys[] = {\n${keys.map((key) => `    ${literal(key)},\n`).join('')}};`,
        'const size_t phrase_key_count = sizeof(phrase_keys) / sizeof(*phrase_keys);',
        ...languages.map((language) => language.tables),
        'const struct language languages[] = {',
        ...languages.map((language) => language.row),
        '};',
        'const size_t language_count = sizeof(languages) / sizeof(*languages);',
        '',
    ];
    writeFileSync(output, lines.join('\n'));
    const read = ['translations', 'grammar'].flatMap((name) =>
        readdirSync(join(folder, 'languages', name)).map((file) => resolve(folder, 'languages', name, file)),
    );
    writeFileSync(depfile, `${output}: ${read.map((path) => path.replace(/ /g, '\\ ')).join(' ')}\n`);
}

main();
