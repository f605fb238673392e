"""The gaming floor in the office: what happened is read, tables are run by named acts.

Nothing that happened can be added, changed or deleted here. Django imports this module; each
subject registers its own pages.
"""

import tables.announcements.admin
import tables.cage.admin.counts
import tables.cage.admin.floats
import tables.cage.admin.vouchers
import tables.chat.admin
import tables.chat.bulletins_admin
import tables.dashboard.account_names
import tables.dashboard.floor_events
import tables.dashboard.home
import tables.dashboard.machines_home
import tables.dashboard.player_page
import tables.dashboard.search
import tables.dashboard.tables
import tables.disputes.admin
import tables.equipment.admin.shufflings
import tables.equipment.admin.stock
import tables.history.admin
import tables.incidents.admin
import tables.investigations.admin
import tables.jackpots.admin
import tables.machines.admin.complements
import tables.machines.admin.exclusions
import tables.machines.admin.hand_pays
import tables.machines.admin.interventions
import tables.machines.admin.keys
import tables.machines.admin.machines
import tables.machines.admin.reliefs
import tables.machines.admin.tickets
import tables.revenue.admin.earnings
import tables.revenue.admin.takings
import tables.rules.admin.drafts
import tables.rules.admin.rule_sets
import tables.seating.admin
import tables.staff.admin
import tables.staff.notices_admin  # noqa: F401
