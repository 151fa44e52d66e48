// build: bundles the page and the documents into one C file that holds all that relaxd
// serves at "/" and "/docs".
//
// usage: node build.mjs PAGE_FILES.C DEPFILE FOLDER
// Writes the files of FOLDER; the C file includes their bytes by .incbin.
// Names of assets have a hash of the bytes in them. No network.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import esbuild from 'esbuild';
import { documents } from './docs.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const maplibre = join(here, 'node_modules/maplibre-gl/dist');
const types = {
    css: 'text/css; charset=utf-8',
    html: 'text/html; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    svg: 'image/svg+xml',
    woff2: 'font/woff2',
};

const suffixOf = (name) => name.split('.').pop();
const hashOf = (bytes) => createHash('sha256').update(bytes).digest('base64url').slice(0, 12);

// A file of the page under a name that tells its bytes.
function asset(name, bytes) {
    const dot = name.lastIndexOf('.');
    return { path: `/assets/${name.slice(0, dot)}-${hashOf(bytes)}${name.slice(dot)}`, bytes };
}

// Bundles src/; returns the assets and the inputs that were read.
async function bundle(worker) {
    const result = await esbuild.build({
        absWorkingDir: here,
        entryPoints: { page: 'src/main.ts', style: 'src/style.css', docs: 'src/docs.css' },
        assetNames: '[name]-[hash]',
        bundle: true,
        define: { WORKER_URL: JSON.stringify(worker.path) },
        format: 'esm',
        legalComments: 'none',
        loader: { '.woff2': 'file' },
        logLevel: 'warning',
        metafile: true,
        minify: true,
        outdir: '/assets',
        publicPath: '/assets',
        target: ['es2020', 'chrome91', 'firefox90', 'safari15'],
        write: false,
    });
    const made = result.outputFiles.map(({ path, contents }) => {
        const name = basename(path);
        return suffixOf(name) === 'woff2'
            ? { path: `/assets/${name}`, bytes: Buffer.from(contents) }
            : asset(name, Buffer.from(contents));
    });
    const inputs = Object.keys(result.metafile.inputs).map((name) => resolve(here, name));
    return { made, inputs };
}

// A template with the names that the assets got.
function fillIn(template, assets) {
    return readFileSync(template, 'utf8').replace(/\{\{([a-z]+\.[a-z]+)\}\}/g, (_, name) => {
        const dot = name.lastIndexOf('.');
        const found = assets.find(
            ({ path }) => path.startsWith(`/assets/${name.slice(0, dot)}-`) && path.endsWith(name.slice(dot)),
        );
        if (!found) throw new Error(`${template} names '${name}', which was not bundled`);
        return found.path;
    });
}

// The licences of what comes from packages have to come with it.
function notices() {
    const packages = {
        'MapLibre GL JS': 'maplibre-gl/LICENSE.txt',
        Inter: '@fontsource-variable/inter/LICENSE',
        'osrm-text-instructions': 'osrm-text-instructions/LICENSE.txt',
    };
    const texts = Object.entries(packages).map(
        ([name, path]) => `${name}\n\n${readFileSync(join(here, 'node_modules', path), 'utf8').trim()}\n`,
    );
    return Buffer.from(texts.join('\n\n'));
}

const literal = (text) => JSON.stringify(text);

// .incbin of a file's bytes under a name; .balign keeps them apart.
function include(symbol, file) {
    return [
        `    ".balign 16\\n${symbol}:\\n"`,
        `    ".incbin \\"${file}\\"\\n"`,
    ].join('\n');
}

// One row of the table, its symbols, and its bytes written for .incbin.
function row(file, index, folder) {
    const symbol = `relaxd_page_${index}`;
    const packed = gzipSync(file.bytes, { level: 9 });
    const shorter = suffixOf(file.path) !== 'woff2' && packed.length < file.bytes.length;
    const forms = [{ symbol, bytes: file.bytes }];
    if (shorter) forms.push({ symbol: `${symbol}_packed`, bytes: packed });
    for (const form of forms) {
        form.file = join(folder, form.symbol);
        writeFileSync(form.file, form.bytes);
    }
    const type = file.type ?? types[suffixOf(file.path)] ?? 'text/plain; charset=utf-8';
    const members = [
        `.path = ${literal(file.path)}`,
        `.type = ${literal(type)}`,
        `.etag = ${literal(`"${hashOf(file.bytes)}"`)}`,
        `.immutable = ${file.path.startsWith('/assets/')}`,
        `.plain = {${symbol}, ${file.bytes.length}}`,
    ];
    if (shorter) members.push(`.packed = {${symbol}_packed, ${packed.length}}`);
    return { forms, text: `    {${members.join(', ')}},` };
}

function writeTable(output, files, folder) {
    const rows = files.map((file, index) => row(file, index, folder));
    const forms = rows.flatMap((each) => each.forms);
    const lines = [
        '/* page_files: made by clients/web/build.mjs. */',
        '#include "api/page/page.h"',
        '',
        '__asm__(".pushsection .rodata\\n"',
        ...forms.map((form) => include(form.symbol, form.file)),
        '    ".popsection\\n");',
        '',
        ...forms.map((form) => `extern const unsigned char ${form.symbol}[];`),
        '',
        'const struct bundled_file page_files[] = {',
        ...rows.map((each) => each.text),
        '};',
        'const size_t page_file_count = sizeof(page_files) / sizeof(page_files[0]);',
        '',
    ];
    writeFileSync(output, lines.join('\n'));
}

async function main() {
    const [output, depfile, private_] = process.argv.slice(2);
    const folder = resolve(private_);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const workerFile = join(maplibre, 'maplibre-gl-csp-worker.js');
    const worker = asset('worker.js', dropMap(readFileSync(workerFile)));
    const { made, inputs } = await bundle(worker);
    const index = join(here, 'src/index.html');
    const docsTemplate = join(here, 'src/docs.html');
    const icon = join(here, 'src/icon.svg');
    const assets = [...made, worker, asset('icon.svg', readFileSync(icon)), asset('licences.txt', notices())];
    const page = { path: '/', bytes: Buffer.from(fillIn(index, assets)), type: types.html };
    const docs = documents(join(here, '../..'), fillIn(docsTemplate, assets));
    // Asked for by browsers that show an answer without a page.
    const favicon = { path: '/favicon.ico', bytes: readFileSync(icon), type: types.svg };
    writeTable(output, [page, favicon, ...assets, ...docs.files], folder);
    const own = ['docs.mjs', 'reference.mjs', 'package-lock.json'].map((name) => join(here, name));
    const read = [...inputs, ...docs.inputs, ...own, index, docsTemplate, icon, workerFile];
    writeFileSync(depfile, `${output}: ${read.map((path) => path.replace(/ /g, '\\ ')).join(' ')}\n`);
}

// Without the comment that sends debuggers to a file that is not there.
function dropMap(bytes) {
    return Buffer.from(bytes.toString('utf8').replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
}

await main();
