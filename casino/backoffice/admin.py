"""Players, money and rights in the office; Django imports this module."""

import casino.backoffice.players
import casino.cashier.admin
import casino.cashier.payment_admin
import casino.identity.admin
import casino.responsible_gaming.admin
import casino.staff.admin
import casino.staff.rights_admin  # noqa: F401
