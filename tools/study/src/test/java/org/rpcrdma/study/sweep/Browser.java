// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.sweep;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A headless Chromium, controlled through chromedriver with the W3C's WebDriver protocol over HTTP. */
final class Browser implements Closeable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern STARTED = Pattern.compile("started successfully on port (\\d+)");

    private final HttpClient http = HttpClient.newHttpClient();
    private final Process driver;
    private final String server;
    private final String session;

    private Browser(final Process driver, final Path profile) throws IOException, InterruptedException {
        this.driver = driver;
        this.server = "http://127.0.0.1:" + port(driver.inputReader());
        final ObjectNode capabilities = JSON.createObjectNode();
        final ObjectNode asked = capabilities.putObject("capabilities").putObject("alwaysMatch");
        asked.putObject("goog:loggingPrefs").put("browser", "ALL");
        final ObjectNode options = asked.putObject("goog:chromeOptions");
        options.put("binary", path("chromium").toString());
        for (final String argument : List.of(
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--user-data-dir=" + profile)) {
            options.withArray("args").add(argument);
        }
        this.session =
                "/session/" + post("/session", capabilities).get("sessionId").asText();
    }

    static boolean isInstalled() {
        return path("chromium") != null && path("chromedriver") != null;
    }

    /** Returns the path of a program, or null if it is not installed. */
    static Path path(final String program) {
        return Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                .map(folder -> Path.of(folder, program))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    /** Opens a browser with an empty profile in the given folder. */
    static Browser open(final Path profile) throws IOException, InterruptedException {
        final Process driver = new ProcessBuilder(path("chromedriver").toString(), "--port=0")
                .redirectErrorStream(true)
                .start();
        try {
            return new Browser(driver, profile);
        } catch (final IOException | InterruptedException | RuntimeException e) {
            end(driver);
            throw e;
        }
    }

    private static int port(final BufferedReader output) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            final Matcher started = STARTED.matcher(line);
            if (started.find()) {
                return Integer.parseInt(started.group(1));
            }
        }
        throw new IOException("chromedriver does not start");
    }

    /** Sets the screen's size and its dots per pixel, and selects a light or dark theme. */
    void screen(final int width, final int height, final int dots, final boolean dark)
            throws IOException, InterruptedException {
        final ObjectNode metrics = JSON.createObjectNode();
        metrics.put("width", width).put("height", height).put("deviceScaleFactor", dots);
        metrics.put("mobile", width < 600);
        tell("Emulation.setDeviceMetricsOverride", metrics);
        media("", dark);
    }

    /** Sets the page's medium: {@code print}, or the screen if the text is empty. */
    void media(final String media, final boolean dark) throws IOException, InterruptedException {
        final ObjectNode features = JSON.createObjectNode().put("media", media);
        features.putArray("features")
                .addObject()
                .put("name", "prefers-color-scheme")
                .put("value", dark ? "dark" : "light");
        tell("Emulation.setEmulatedMedia", features);
    }

    void show(final Path page) throws IOException, InterruptedException {
        post(session + "/url", JSON.createObjectNode().put("url", page.toUri().toString()));
    }

    /** Runs the body of a script and returns its result. */
    JsonNode run(final String script) throws IOException, InterruptedException {
        final ObjectNode body = JSON.createObjectNode().put("script", script);
        body.putArray("args");
        return post(session + "/execute/sync", body);
    }

    /** Returns the messages that the page and the browser have logged since the last call. */
    JsonNode log() throws IOException, InterruptedException {
        return post(session + "/se/log", JSON.createObjectNode().put("type", "browser"));
    }

    /**
     * Returns a PNG of the whole page. The viewport is enlarged to the size of the page. Parts that are then redrawn
     * may differ from what a reader sees.
     */
    byte[] picture() throws IOException, InterruptedException {
        final ObjectNode parameters = JSON.createObjectNode().put("captureBeyondViewport", true);
        return Base64.getDecoder()
                .decode(tell("Page.captureScreenshot", parameters).get("data").asText());
    }

    private JsonNode tell(final String command, final ObjectNode parameters) throws IOException, InterruptedException {
        final ObjectNode body = JSON.createObjectNode().put("cmd", command);
        body.set("params", parameters);
        return post(session + "/goog/cdp/execute", body);
    }

    private JsonNode post(final String path, final ObjectNode body) throws IOException, InterruptedException {
        return send(request(path).POST(HttpRequest.BodyPublishers.ofString(body.toString())));
    }

    private HttpRequest.Builder request(final String path) {
        return HttpRequest.newBuilder(URI.create(server + path)).timeout(Duration.ofMinutes(10));
    }

    private JsonNode send(final HttpRequest.Builder request) throws IOException, InterruptedException {
        final HttpResponse<String> response = http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        final JsonNode value = JSON.readTree(response.body()).path("value");
        if (response.statusCode() != 200) {
            throw new IOException(value.path("message").asText());
        }
        return value;
    }

    @Override
    public void close() throws IOException {
        try {
            send(request(session).DELETE());
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            end(driver);
        }
    }

    private static void end(final Process driver) {
        driver.descendants().forEach(ProcessHandle::destroyForcibly);
        driver.destroyForcibly();
    }
}
