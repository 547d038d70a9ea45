// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.rpcrdma.bench.MetricsOption;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Tests that the server counts its answers and exports the counts, so that frequent failures are visible. */
@EnabledForJreRange(min = JRE.JAVA_22)
class CallCountsTest {
    private static final Pattern ADDRESS = Pattern.compile("http://\\S+");

    @TempDir
    private Path folder;

    private Served served;

    /** Contains the command's option. */
    @Command
    private static final class Options {
        @Mixin
        private MetricsOption metrics = new MetricsOption();
    }

    @BeforeEach
    void serve() {
        served = new Served(folder, true);
    }

    private void create(final String name) {
        served.expect(
                Nfs3.ERR_ROFS,
                Nfs3.CREATE,
                Served.of(served.root()).string(name).word(0, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void shouldCountCallsByProcedureAndStatus() {
        served.status(Nfs3.GETATTR, Served.of(served.root()));
        create("a");
        create("b");
        served.expect(Nfs3.ERR_NOENT, Nfs3.LOOKUP, Served.of(served.root()).string("none"));
        served.accepted(Nfs3.LOOKUP, new Xdr().word(1));

        assertEquals(
                Map.of(
                        "GETATTR NFS3_OK", 1L,
                        "CREATE NFS3ERR_ROFS", 2L,
                        "LOOKUP NFS3ERR_NOENT", 1L,
                        "LOOKUP GARBAGE_ARGS", 1L),
                served.service.counts().totals());
    }

    @Test
    void shouldShowTheCountsToPrometheusByTheNamesOfAlertsAndBoard() throws Exception {
        final Options options = new Options();
        new CommandLine(options).parseArgs("--metrics", "0");
        final StringWriter out = new StringWriter();
        create("before");
        try (MetricsOption.Display display =
                options.metrics.open("nfs3-server", new PrintWriter(out), new PrintWriter(System.err))) {
            served.service
                    .counts()
                    .showBy((procedure, status, count) -> Nfs3ServerCommand.show(display, procedure, status, count));
            create("after");
            served.status(Nfs3.GETATTR, Served.of(served.root()));

            final String page = page(out.toString());
            final String calls = "rpcrdma_nfs_calls_total{procedure=\"%s\",server=\"nfs3-server\",status=\"%s\"} %s";
            assertTrue(page.contains(calls.formatted("CREATE", "NFS3ERR_ROFS", "2.0")), page);
            assertTrue(page.contains(calls.formatted("GETATTR", "NFS3_OK", "1.0")), page);
            assertTrue(page.contains(calls.formatted("COMMIT", "NFS3_OK", "0.0")), page);
            assertFalse(page.contains("NFS3ERR_IO"), "a status that no call returned");
            for (final String file : Set.of("grafana.json", "alerts.yml")) {
                final Set<String> names = names(file);
                assertFalse(names.isEmpty(), file);
                names.removeIf(name -> page.contains("# TYPE " + name + " counter"));
                assertEquals(Set.of(), names, file);
            }
        }
    }

    private static Set<String> names(final String file) throws IOException {
        return Pattern.compile("rpcrdma_nfs_[a-z_]+")
                .matcher(Files.readString(Path.of("../docs/results", file)))
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String page(final String announced) throws IOException, InterruptedException {
        final String address =
                ADDRESS.matcher(announced).results().findFirst().orElseThrow().group();
        return HttpClient.newBuilder()
                .executor(Executors.newCachedThreadPool(task -> {
                    final Thread thread = new Thread(task);
                    thread.setDaemon(true);
                    return thread;
                }))
                .build()
                .send(HttpRequest.newBuilder(URI.create(address)).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
