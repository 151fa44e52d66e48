// docs: the documents as pages: docs/README.md at /docs, each that it links to below.
//
// A page is named after its file. Links between pages, with their anchors, are those of the
// sources; other files that are linked, such as relaxd.conf, are served as text.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import MarkdownIt from 'markdown-it';
import { reference } from './reference.mjs';

const home = 'docs/README.md';
const openapi = 'api/openapi.yaml';
const listed = /\[([^\]]+)\]\(([^)#]+\.(?:md|yaml))\)/g;

// "../config/profiles/README.md" from docs/README.md: config/profiles/README.md.
const target = (source, link) => join(dirname(source), link);

// config/profiles/README.md: /docs/profiles; CHANGELOG.md: /docs/changelog.
function addressOf(source) {
    if (source === home) return '/docs';
    if (source === openapi) return '/docs/reference';
    const name = basename(source, '.md');
    return `/docs/${name === 'README' ? basename(dirname(source)) : name.toLowerCase()}`;
}

// As GitHub makes them.
const slugOf = (text) =>
    text
        .toLowerCase()
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replace(/ /g, '-');

class Documents {
    constructor(root) {
        this.root = root;
        this.texts = new Map();
        this.markdown = this.#renderer();
        const titles = [...readFileSync(join(root, home), 'utf8').matchAll(listed)];
        this.pages = [
            { source: home, title: 'Documents' },
            ...titles.map(([, title, link]) => ({ source: target(home, link), title })),
        ];
    }

    // Where a link leads on the pages; null for what is not served.
    rewrite(source, link) {
        const [path, anchor] = link.split('#');
        if (/^[a-z]+:/.test(link) || link.startsWith('/') || !path) return link;
        const file = target(source, path);
        const whole = join(this.root, file);
        if (!existsSync(whole)) throw new Error(`${source} links to '${link}', which is not there`);
        if (this.pages.some((page) => page.source === file)) return addressOf(file) + (anchor ? `#${anchor}` : '');
        if (!statSync(whole).isFile() || file.endsWith('.md')) return null;
        this.texts.set(`/docs/${basename(file)}`, whole);
        return `/docs/${basename(file)}`;
    }

    #renderer() {
        const markdown = new MarkdownIt({ html: false, linkify: false });
        const { rules } = markdown.renderer;

        rules.link_open = (tokens, index, _options, { source }) => {
            const to = this.rewrite(source, tokens[index].attrGet('href'));
            return to === null ? '<span>' : `<a href="${markdown.utils.escapeHtml(to)}">`;
        };
        rules.link_close = (tokens, index, _options, { source }) => {
            const opened = tokens.slice(0, index).findLast(({ type }) => type === 'link_open');
            return this.rewrite(source, opened.attrGet('href')) === null ? '</span>' : '</a>';
        };
        rules.heading_open = (tokens, index, _options, { headings }) => {
            const text = tokens[index + 1].children.map(({ content }) => content).join('');
            const level = tokens[index].tag;
            const same = headings.filter((one) => one.text === text).length;
            const id = slugOf(text) + (same ? `-${same}` : '');
            headings.push({ text, level, id });
            return level === 'h1' ? '<h1>' : `<${level} id="${id}"><a class="anchor" href="#${id}">`;
        };
        rules.heading_close = (tokens, index) => `${tokens[index].tag === 'h1' ? '' : '</a>'}</${tokens[index].tag}>\n`;
        rules.table_open = () => '<div class="wide" tabindex="0"><table>\n';
        rules.table_close = () => '</table></div>\n';
        rules.code_block = (tokens, index) =>
            `<pre tabindex="0"><code>${markdown.utils.escapeHtml(tokens[index].content)}</code></pre>\n`;
        return markdown;
    }

    // The inside of a page, and its sections.
    body({ source }) {
        const text = readFileSync(join(this.root, source), 'utf8');
        if (source === openapi) return reference(text, this.markdown, source);
        const headings = [];
        const html = this.markdown.render(text, { source, headings });
        return { html, sections: headings.filter(({ level }) => level === 'h2') };
    }

    navigation(here, sections) {
        const inside = sections.map(({ id, text }) => `<li><a href="#${id}">${this.markdown.utils.escapeHtml(text)}</a></li>`);
        const items = this.pages.map((page) => {
            const open = page === here;
            const link = `<a href="${addressOf(page.source)}"${open ? ' aria-current="page"' : ''}>${page.title}</a>`;
            return `<li>${link}${open && inside.length ? `<ul>${inside.join('')}</ul>` : ''}</li>`;
        });
        return `<ul>${items.join('\n')}</ul>`;
    }
}

// The pages and texts, as build.mjs has files, and what was read. `template` is docs.html
// with its assets filled in.
export function documents(root, template) {
    const all = new Documents(root);
    const pages = all.pages.map((page) => {
        const { html, sections } = all.body(page);
        const parts = { title: page.title, nav: all.navigation(page, sections), body: html };
        const whole = template.replace(/\{\{(title|nav|body)\}\}/g, (_, name) => parts[name]);
        return { path: addressOf(page.source), bytes: Buffer.from(whole), type: 'text/html; charset=utf-8' };
    });
    const texts = [...all.texts].map(([path, file]) => ({
        path,
        bytes: readFileSync(file),
        type: 'text/plain; charset=utf-8',
    }));
    return { files: [...pages, ...texts], inputs: [...all.pages.map(({ source }) => join(root, source)), ...all.texts.values()] };
}
