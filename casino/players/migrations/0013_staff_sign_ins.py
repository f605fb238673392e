"""The staff's sign-ins are read by themselves: an index of the trail, a name for the list."""

from typing import Any, ClassVar

from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds both; no row changes."""

    dependencies: ClassVar[list[Any]] = [
        ("players", "0012_identity"),
    ]

    operations: ClassVar[list[Any]] = [
        migrations.CreateModel(
            name="StaffSignIn",
            fields=[],
            options={"proxy": True, "indexes": [], "constraints": []},
            bases=("players.officeact",),
        ),
        migrations.AddIndex(
            model_name="officeact",
            index=models.Index(
                fields=["id"],
                name="players_staffsignin",
                condition=models.Q(
                    what__in=[
                        *("staff_signed_in", "staff_signed_out", "staff_sign_in_failed"),
                        *("staff_code_given", "staff_code_refused"),
                        *("staff_second_factor_enrolled", "staff_second_factor_forgotten"),
                    ]
                ),
            ),
        ),
    ]
