// A program that has opened the browser and listens to its parent, as the process of a test file
// does, for as long as it lives.
import { openBrowser } from './browser.ts'

process.on('message', () => {}) // a program that listens does not end by itself
await (await openBrowser()).newPage()
process.send?.('open')
