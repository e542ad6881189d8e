// What `verify.mjs` and `npm run verify:draw` begin with. Whatever cannot be read is told in one
// line: exit status 2, nothing evaluated.
import { main } from './main.ts'

try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 2
}
