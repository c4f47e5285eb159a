"""What plays where no person does: the rookies of all four games, and drivers who do not answer.

The rules import none of it. A package of your own brings policies the same way: `core.policies`.
"""
