import { sandboxDefaults } from '../../sandbox/settings.ts'
import { openSandboxHarness } from '../../testing/sandbox.ts'
import type { ContractCase } from './contract-suite.ts'
import { paymentContract } from './contract-suite.ts'
import type { HashMode } from './hashes.ts'
import { montypayProvider } from './montypay.ts'

const { merchantKey, password } = sandboxDefaults.montypay

const contract = (hash: HashMode): ContractCase => ({
  open: () => openSandboxHarness({ montypay: { hash } }),
  provider: ({ sandbox }, { isSecretWrong = false, ...settings }) =>
    montypayProvider({
      baseUrl: `${sandbox.url}/montypay`,
      merchantKey,
      password: isSecretWrong ? 'wrong' : password,
      hash,
      ...settings,
    }),
  callbackUrls: () => ({ success: '', failure: '' }), // MontyPay has one address, in its panel
  failures: (change) => ({ montypay: change }),
})

paymentContract('MontyPay with MD5', contract('md5'))
paymentContract('MontyPay with SHA-256', contract('sha256'))
