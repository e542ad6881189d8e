// Loaded before every command, in the oldest JavaScript that could meet it: our programs are
// TypeScript, which an older Node cannot read, so it has to be told here and in plain words.
const major = Number(process.versions.node.split('.')[0])
if (major < 24) {
  process.stderr.write(
    [
      `This is Node ${process.versions.node}; Qura needs Node 24, which \`npm ci\` has brought.`,
      'Start commands through npm, which finds it: `npm start`, `npm test`, `npm run <command>`.',
      'If you did that, no packaged Node 24 fits this platform: install it from nodejs.org.',
      '',
    ].join('\n'),
  )
  process.exit(1)
}
