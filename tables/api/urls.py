"""Where the REST API is, below `/api/`."""

from django.urls import path

from casino.cashier.api import CancelView, CashView, ExchangeView, RequestsView
from casino.players.api import LimitsView, RefillView, StatementView, StayView, WalletView
from casino.rng.log import api as log
from tables.api import views

urlpatterns = [
    path("tables/", views.TablesView.as_view(), name="api_tables"),
    path("tables/<int:table_id>/", views.TableView.as_view(), name="api_table"),
    path("tables/<int:table_id>/practice/", views.PracticeView.as_view(), name="api_practice"),
    path("wallet/", WalletView.as_view(), name="api_wallet"),
    path("wallet/refill/", RefillView.as_view(), name="api_refill"),
    path("wallet/statement/", StatementView.as_view(), name="api_statement"),
    path("cash/", CashView.as_view(), name="api_cash"),
    path("cash/exchange/", ExchangeView.as_view(), name="api_cash_exchange"),
    path("cash/requests/", RequestsView.as_view(), name="api_cash_requests"),
    path("cash/requests/<uuid:order>/cancel/", CancelView.as_view(), name="api_cash_cancel"),
    path("limits/", LimitsView.as_view(), name="api_limits"),
    path("stay/", StayView.as_view(), name="api_stay"),
    path("rounds/mine/", views.OwnRoundsView.as_view(), name="api_own_rounds"),
    path("rounds/<int:round_id>/", views.RoundView.as_view(), name="api_round"),
    path("tickets/", views.TicketsView.as_view(), name="api_tickets"),
    path("rule-sets/", views.RuleSetsView.as_view(), name="api_rule_sets"),
    path("rule-sets/<path:key>/", views.RuleSetView.as_view(), name="api_rule_set"),
    path("prices/<path:key>/", views.PricesView.as_view(), name="api_prices"),
    path("shoes/", views.ShoesView.as_view(), name="api_shoes"),
    path("shoes/<uuid:shoe_id>/", views.ShoeView.as_view(), name="api_shoe"),
    path("shoes/<uuid:shoe_id>/bundle/", views.BundleView.as_view(), name="api_bundle"),
    path("draws/", views.DrawsView.as_view(), name="api_draws"),
    path("draws/<uuid:draw_id>/", views.DrawView.as_view(), name="api_draw"),
    path("draws/<uuid:draw_id>/bundle/", views.DrawBundleView.as_view(), name="api_draw_bundle"),
    path("log/checkpoint/", log.NewestCheckpointView.as_view(), name="api_log_checkpoint"),
    path("log/checkpoints/<int:size>/", log.CheckpointView.as_view(), name="api_log_checkpoint_at"),
    path("log/entries/", log.EntriesView.as_view(), name="api_log_entries"),
    path("log/entries/<int:index>/", log.EntryView.as_view(), name="api_log_entry"),
    path("log/proof/inclusion/", log.InclusionView.as_view(), name="api_log_inclusion"),
    path("log/proof/consistency/", log.ConsistencyView.as_view(), name="api_log_consistency"),
    path("log/keys/", log.KeysView.as_view(), name="api_log_keys"),
    path("log/withdrawals/", log.WithdrawalsView.as_view(), name="api_log_withdrawals"),
    path("log/report/<slug:sha256>/", log.ReportView.as_view(), name="api_log_report"),
    path("schema/", views.SchemaView.as_view(), name="schema"),
    path("docs/", views.DocsView.as_view(), name="api_docs"),
    path("<path:rest>", views.NothingView.as_view(), name="api_nothing"),
]
