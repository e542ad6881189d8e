import { sandboxDefaults } from '../../sandbox/settings.ts'
import { openSandboxHarness } from '../../testing/sandbox.ts'
import type { ContractCase } from './contract-suite.ts'
import { paymentContract } from './contract-suite.ts'
import { whishCallbackUrls } from './whish-callback.ts'
import { whishProvider } from './whish.ts'

const key = 'a callback key of this test alone'
const { channel, secret, websiteUrl } = sandboxDefaults.whish

const contract = (version: '1.4.4' | 'older', wire: 'strings' | 'numbers'): ContractCase => ({
  open: () => openSandboxHarness({ whish: { version } }),
  provider: ({ sandbox }, { isSecretWrong = false, ...settings }) =>
    whishProvider({
      baseUrl: `${sandbox.url}/whish/itel-service/api/`,
      channel,
      secret: isSecretWrong ? 'wrong' : secret,
      websiteUrl,
      userAgent: 'Qura/1.0 (https://qura.example; pay@qura.example)',
      callbackKeys: [key],
      wire,
      ...settings,
    }),
  callbackUrls: ({ shopOrigin }, ref) => whishCallbackUrls({ publicOrigin: shopOrigin, ref, key }),
  failures: (change) => ({ whish: change }),
})

paymentContract('Whish 1.4.4', contract('1.4.4', 'strings'))
paymentContract('Whish, older accounts with numbers on the wire', contract('older', 'numbers'))
