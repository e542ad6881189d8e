// Addresses of the staff's pages beyond the five tabs.
export const adminPaths = {
  staff: '/admin/staff',
  security: '/admin/security',
  invitation: '/admin/invitation',
  approvals: '/admin/approvals',
  audit: '/admin/audit',
} as const
