// What a browser shows of a page, after some seconds: node picture.mjs PAGE.html OUT.png. For tests of notebooks' cells.
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [page, picture] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
});
const tab = await browser.newPage({ viewport: { width: 900, height: 520 } });
await tab.goto(pathToFileURL(page).href);
await tab.waitForTimeout(2500);
await tab.screenshot({ path: picture });
await browser.close();
