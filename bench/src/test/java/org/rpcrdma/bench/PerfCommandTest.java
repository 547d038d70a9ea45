// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.bench.console.ExitCode.DONE;
import static org.rpcrdma.bench.console.ExitCode.UNUSABLE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PerfCommandTest extends CommandTest {
    private static final String BANDWIDTH =
            " #bytes    #iterations  BW peak[MB/sec]  BW average[MB/sec]  MsgRate[Mpps]";
    private static final String LATENCY = " #bytes    #iterations  t_min[usec]  t_max[usec]  t_typical[usec]"
            + "  t_avg[usec]  t_stdev[usec]  99% percentile[usec]  99.9% percentile[usec]";

    @ParameterizedTest
    @ValueSource(strings = {"send-bw", "write-bw", "read-bw", "rpc-bw"})
    void shouldPrintPerftestsColumnsOfBandwidthAndReportThatTimeIsVirtual(final String test) {
        assertEquals(DONE, rpcrdma("perf", "client", test, "-n", "40", "-s", "4K", "-q", "2", "-F"));

        final List<String> lines = out.toString().lines().toList();
        assertTrue(lines.get(0).startsWith(test + ": device=sim1 server=10.98.0.1 queue-pairs=2 "), lines.get(0));
        assertTrue(lines.get(0).endsWith(", virtual time: from the cost model, not from this machine"), lines.get(0));
        assertEquals(BANDWIDTH, lines.get(1));
        assertTrue(lines.get(2).startsWith(" 4096      80           "), lines.get(2));
    }

    @ParameterizedTest
    @ValueSource(strings = {"send-lat", "write-lat", "read-lat", "rpc-lat"})
    void shouldPrintPerftestsColumnsOfLatency(final String test) {
        assertEquals(DONE, rpcrdma("perf", "client", test, "-n", "50"));

        final List<String> lines = out.toString().lines().toList();
        assertEquals(LATENCY, lines.get(1));
        assertTrue(lines.get(2).startsWith(" 2         50           "), lines.get(2));
    }

    @Test
    void shouldMeasureEverySizeOfPerftest() {
        assertEquals(DONE, rpcrdma("perf", "client", "write-bw", "-a", "-n", "3", "-t", "2"));

        final List<String> lines = out.toString().lines().toList();
        assertEquals(2 + 23, lines.size());
        assertTrue(lines.get(2).startsWith(" 2 "), lines.get(2));
        assertTrue(lines.get(24).startsWith(" 8388608 "), lines.get(24));
    }

    @Test
    void shouldSendForADuration() {
        assertEquals(DONE, rpcrdma("perf", "client", "send-lat", "-D", "0.001"));

        final int messages =
                Integer.parseInt(out.toString().lines().toList().get(2).strip().split(" +")[1]);
        assertTrue(messages > 100 && messages < 500, "messages=" + messages);
    }

    @Test
    void shouldWriteTheRowsAsJson() throws IOException {
        assertEquals(DONE, rpcrdma("perf", "client", "send-lat", "-n", "10", "--json", "-"));

        final JsonNode result = new ObjectMapper().readTree(out.toString());
        assertTrue(result.get("isVirtualTime").asBoolean());
        assertEquals("send-lat", result.get("test").asText());
        assertEquals(10, result.get("rows").get(0).get("iterations").asInt());
        assertTrue(result.get("rows").get(0).get("latencyMicros").get("p999").asDouble() > 0);
    }

    @Test
    void shouldMeasureTheSameInEverySimulation() {
        rpcrdma("perf", "client", "rpc-bw", "-s", "64", "-n", "20");
        final String first = out.toString();
        rpcrdma("perf", "client", "rpc-bw", "-s", "64", "-n", "20");

        assertEquals(first, out.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "send | Invalid value for positional parameter at index 0 (TEST): expected one of send-bw, send-lat,"
                        + " write-bw, write-lat, read-bw, read-lat, rpc-bw, rpc-lat but was 'send'",
                "send-bw 10.0.0.1 | HOST needs --device: HOST=10.0.0.1",
                "send-bw --device x | --device needs HOST: --device=x",
                "send-bw 127.0.0.1 --device none0 | --device none0: ENOENT: ",
                "send-bw -a -s 4 | --all and --size are mutually exclusive",
                "send-bw -n 4 -D 1 | --duration and --iterations are mutually exclusive",
                "send-bw -n 0 | iterations must be 1 to 1,000,000,000 for send-bw: iterations=0",
                "send-bw -t 100 -l 3 | txDepth must be a multiple of list: txDepth=100 list=3",
                "send-lat -q 2 | queuePairs must be 1 to 1 for send-lat: queuePairs=2",
                "send-bw -s 65M | size must be 1 to 67,108,864 for send-bw: size=68157440",
                "send-bw -p 99999 | --port must be from 1 to 65534: --port=99999",
                "send-bw -D 0 | --duration must be from 0.000001 to 3600 seconds: --duration=0.0",
            })
    void shouldRefuseWhatDoesNotFitInOneLine(final String arguments, final String words) {
        final String[] line = ("perf client " + arguments).split(" ");

        assertEquals(UNUSABLE, rpcrdma(line));
        assertOneLine("rpcrdma: " + words);
    }

    @Test
    void shouldStopAnIdleServer() {
        assertEquals(DONE, rpcrdma("perf", "server", "--device", StandInProvider.NIC_NAME, "--idle", "0.001"));

        assertEquals("listening: device=mlx5-stand-in address=10.77.0.1 port=18515\n", out.toString());
    }

    @Test
    void shouldNeedADeviceToServe() {
        assertEquals(UNUSABLE, rpcrdma("perf", "server"));

        assertEquals("rpcrdma: --device is needed: no other process can reach a simulated device\n", err.toString());
    }

    @Test
    void shouldRefuseAPortThatLeavesNoneForRpcs() {
        assertEquals(UNUSABLE, rpcrdma("perf", "server", "--device", StandInProvider.NIC_NAME, "--port", "65535"));

        assertEquals("rpcrdma: --port must be from 1 to 65534: --port=65535\n", err.toString());
    }
}
