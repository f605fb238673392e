-- Whose chips an account has: a player's wallet, and his colour chips at each table where he ever
-- had some. What a round moved from and to a player is what it moved from and to these.
CREATE VIEW tables_purses AS
    SELECT player_id, account_id FROM players_wallet
    UNION ALL
    SELECT player_id, account_id FROM tables_colourchips;
