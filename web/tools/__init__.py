"""The commands behind `build.py`. Nothing here is shipped."""
