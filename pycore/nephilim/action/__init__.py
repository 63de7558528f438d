"""Action simple and action opposée of Nephilim Légende (action.md)."""
