// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import io.micrometer.core.instrument.Tags;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.rpcrdma.arena.ReceiveArena;
import org.rpcrdma.arena.mapper.DmaShardMapper;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.micrometer.ArenaMeters;
import org.rpcrdma.sim.Fabric;
import org.rpcrdma.sim.SimulatedDevice;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.sim.time.Simulation;
import org.rpcrdma.verbs.ProtectionDomain;

@Timeout(60)
class MetricsPageTest {
    private static String get(final String url) throws IOException, InterruptedException {
        final HttpResponse<String> response = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
        assertEquals(200, response.statusCode());
        return response.body();
    }

    @Test
    void shouldListenOnTheLoopbackByDefaultUntilClosed() throws Exception {
        final String url;
        try (MetricsPage page = MetricsPage.open("0")) {
            url = page.url();
            assertTrue(url.matches("http://127\\.0\\.0\\.1:[1-9][0-9]*/metrics"), url);
            page.registry().counter("tries", "kind", "first").increment();
            assertTrue(get(url).contains("tries_total{kind=\"first\"} 1.0"));
        }
        assertThrows(ConnectException.class, () -> get(url));
    }

    private static HttpResponse<String> ask(final String url, final String accept) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(url))
                                .header("Accept", accept)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    /** A Prometheus server that requests native histograms prefers protobuf to text. */
    @ParameterizedTest
    @CsvSource({
        "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;q=0.6;encoding=delimited,text/plain",
        "'application/vnd.google.protobuf;q=0.6,application/openmetrics-text;version=1.0.0;q=0.5',application/openmetrics-text",
        "*/*,text/plain"
    })
    void shouldAnswerInTextWhateverTheReaderPrefers(final String accept, final String type) throws Exception {
        try (MetricsPage page = MetricsPage.open("0")) {
            final HttpResponse<String> answer = ask(page.url(), accept);
            assertEquals(200, answer.statusCode());
            assertTrue(answer.headers().firstValue("Content-Type").orElseThrow().startsWith(type));
            assertTrue(answer.body().contains("rpcrdma_build_info{"), answer.body());
        }
    }

    @ParameterizedTest
    @CsvSource({"/healthz,404", "/metrics/x,404", "/metricsx,404", "/-/healthy,200", "/,200"})
    void shouldAnswerItsOwnPathsOnly(final String path, final int status) throws Exception {
        try (MetricsPage page = MetricsPage.open("0")) {
            assertEquals(
                    status, ask(page.url().replace("/metrics", path), "*/*").statusCode());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jvm_memory_used_bytes",
                "jvm_threads_live_threads",
                "process_uptime_seconds",
                "process_files_open_files"
            })
    void shouldShowTheJvmAndItsProcess(final String name) throws Exception {
        try (MetricsPage page = MetricsPage.open("0")) {
            assertTrue(get(page.url()).contains("\n" + name), name);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "9400,127.0.0.1,9400",
        "0.0.0.0:1,0.0.0.0,1",
        "[::1]:65535,0:0:0:0:0:0:0:1,65535",
        "::1:7,0:0:0:0:0:0:0:1,7",
        ":8,127.0.0.1,8"
    })
    void shouldReadAPlace(final String place, final String address, final int port) {
        assertEquals(address, MetricsPage.parse(place).getAddress().getHostAddress());
        assertEquals(port, MetricsPage.parse(place).getPort());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "1:", "-1", "65536", "127.0.0.1:99999999999", "1.2.3.4"})
    void shouldRefuseInvalidAddressesInOneLine(final String place) {
        assertMessage(
                InputException.class,
                "--metrics must be [ADDRESS:]PORT with a port from 0 to 65535: --metrics=" + place,
                () -> MetricsPage.open(place));
    }

    @Test
    void shouldReportInOneLineThatAPortIsTakenOrAnAddressIsNotThisHosts() {
        try (MetricsPage page = MetricsPage.open("0")) {
            final String place = page.url().replaceAll("http://|/metrics", "");
            assertMessage(
                    InputException.class,
                    "--metrics " + place + ": Address already in use",
                    () -> MetricsPage.open(place));
        }
        assertTrue(assertThrows(InputException.class, () -> MetricsPage.open("192.0.2.1:9400"))
                .getMessage()
                .startsWith("--metrics 192.0.2.1:9400: "));
    }

    @Test
    void shouldSumArenasAndKeepWhatEndedOnesHaveCounted() throws Exception {
        final SimulatedDevice device = new Fabric(new Simulation(1), CostModel.defaults()).attach("sim0", "10.0.0.1");
        try (device;
                ProtectionDomain domain = device.allocateProtectionDomain();
                MetricsPage page = MetricsPage.open("0")) {
            final ArenaSum sum = new ArenaSum();
            new ArenaMeters(sum, Tags.of("arena", "a")).bindTo(page.registry());
            final ReceiveArena first = arena(domain);
            final ReceiveArena second = arena(domain);
            final long ofFirst = first.acquire();
            final long ofSecond = second.acquire();
            sum.add(first.figuresSource());
            sum.add(second.figuresSource());
            assertEquals(
                    first.figures().shards() + second.figures().shards(),
                    sum.get().shards());
            assertEquals(2, sum.get().buffersInUse());
            assertTrue(get(page.url()).contains("rpcrdma_arena_buffers_in_use{arena=\"a\"} 2.0"));
            first.release(ofFirst);
            first.trim();
            final long freed = first.figures().shardsFreed();
            assertTrue(freed > 0);
            sum.remove(first.figuresSource());
            sum.remove(first.figuresSource());
            first.close();
            assertEquals(freed, sum.get().shardsFreed());
            assertEquals(1, sum.get().buffersInUse());
            second.release(ofSecond);
            second.close();
            assertEquals(0, sum.get().buffersInUse());
        }
    }

    private static ReceiveArena arena(final ProtectionDomain domain) {
        return new ReceiveArena(new ReceiveArena.Context()
                .mapper(new DmaShardMapper(domain))
                .memory(domain.device().memory()));
    }
}
