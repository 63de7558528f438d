"""The smallest browser around WebKitGTK, run by Debian's own Python (for its `gi`).

    python3 -I webkit_shell.py FOLDER WIDTH HEIGHT light|dark

It is what WebKitGTK's MiniBrowser is under `--automation`, with what that one lacks: the console
(MiniBrowser's private session writes none), the requests, French, a window of any width.
It writes console.txt and requests.txt into FOLDER, and keeps its caches there.
"""

from __future__ import annotations

import importlib
import itertools
import json
import os
import sys
from pathlib import Path
from typing import Any

gi = importlib.import_module("gi")
gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
Gtk = importlib.import_module("gi.repository.Gtk")
WebKit2 = importlib.import_module("gi.repository.WebKit2")


class Shell:
    """One automated session, with one window for each page that it asks for."""

    def __init__(self, folder: Path, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.requests = (folder / "requests.txt").open("a", buffering=1, encoding="utf-8")
        self.settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True)
        # A stored session in a folder thrown away: a private one would keep the console to itself.
        store = WebKit2.WebsiteDataManager(
            base_data_directory=str(folder / "data"), base_cache_directory=str(folder / "cache")
        )
        self.context = WebKit2.WebContext(website_data_manager=store)
        self.context.set_preferred_languages(["fr-FR", "fr"])
        self.context.set_automation_allowed(True)
        self.context.connect("automation-started", self.start)
        self.numbers = itertools.count()

    def serve(self) -> None:
        """Wait for the driver; it ends this process when its session ends."""
        Gtk.main()

    def start(self, _context: Any, session: Any) -> None:
        """Answer a driver that opens a session."""
        about = WebKit2.ApplicationInfo()
        about.set_name("MiniBrowser")  # the name that selenium asks for
        version = (
            WebKit2.get_major_version(),
            WebKit2.get_minor_version(),
            WebKit2.get_micro_version(),
        )
        about.set_version(*version)
        session.set_application_info(about)
        session.connect("create-web-view", self.open_window)

    def open_window(self, _session: Any) -> Any:
        """Give the driver a page, alone in a window without frame or bar."""
        view = WebKit2.WebView(
            web_context=self.context, settings=self.settings, is_controlled_by_automation=True
        )
        view.connect("resource-load-started", self.note)
        window = Gtk.Window()
        window.set_decorated(False)
        window.set_default_size(self.width, self.height)
        window.add(view)
        view.connect("close", lambda _: window.destroy())
        window.show_all()
        view.grab_focus()
        return view

    def note(self, _view: Any, resource: Any, request: Any) -> None:
        """Write a request down when it leaves and when it is answered."""
        number, method = next(self.numbers), request.get_http_method() or "GET"

        def write(*_: object) -> None:
            answer = resource.get_response()
            status = answer.get_status_code() if answer else 0
            print(json.dumps([number, method, resource.get_uri(), status]), file=self.requests)

        write()
        for event in ("finished", "failed", "failed-with-tls-errors"):
            resource.connect(event, write)


def main() -> None:
    """Serve one WebDriver session."""
    folder, width, height, scheme = sys.argv[1:]
    # WebKit's console goes to the error output of this process and of those that it starts.
    console = os.open(Path(folder) / "console.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    os.dup2(console, sys.stderr.fileno())
    preference = "gtk-application-prefer-dark-theme"
    Gtk.Settings.get_default().set_property(preference, scheme == "dark")
    Shell(Path(folder), int(width), int(height)).serve()


if __name__ == "__main__":
    main()
