// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrmrAdviseCommandTest extends CommandTest {
    private static final int RECORD = 0;
    private static final int RESTART = 1;
    private static final int BURST = 2;
    private static final int NIGHT = 3;

    @TempDir
    private Path folder;

    private static String pool(final String key, final int queue, final int inUse, final int most) {
        return "{\"ifindex\":0,\"ifname\":\"mlx5_0\",\"key\":\"" + key + "\",\"queue\":" + queue + ",\"in_use\":"
                + inUse + ",\"max_in_use\":" + most + ",\"pinned\":0}";
    }

    /** Returns a recording in which 40 handles are in use, 220 half a minute later, then 60, then 40 again. */
    private static String recorded(final String key) {
        return "1000\n[" + pool(key, 0, 40, 200) + "]\n1060\n[" + pool(key, 20, 60, 220) + "]\n1120\n["
                + pool(key, 10, 40, 220) + "]\n";
    }

    private int advise(final String snapshots, final String... options) throws IOException {
        final Path file = Files.writeString(folder.resolve("pools"), snapshots);
        final String[] arguments = new String[options.length + 1];
        arguments[0] = file.toString();
        System.arraycopy(options, 0, arguments, 1, options.length);
        return rpcrdma(List.of("frmr", "advise"), arguments);
    }

    private JsonNode advice(final String snapshots, final String... options) throws IOException {
        final String[] arguments = new String[options.length + 1];
        arguments[0] = "-j";
        System.arraycopy(options, 0, arguments, 1, options.length);
        assertEquals(0, advise(snapshots, arguments), err::toString);
        return new ObjectMapper().readTree(out.toString()).get("pools");
    }

    private static JsonNode cost(final JsonNode pool, final int pinned, final int aging) {
        for (final JsonNode cost : pool.get("settings")) {
            if (cost.get("setting").get("pinned").asInt() == pinned
                    && cost.get("setting").get("aging").asInt() == aging) {
                return cost;
            }
        }
        throw new AssertionError("no setting: pinned=" + pinned + " aging=" + aging);
    }

    private static void assertCreations(final JsonNode cost, final int scenario, final long creations) {
        assertEquals(creations, cost.get("creations").get(scenario).asLong());
    }

    /**
     * The figures were computed by hand. Growing from 40 to 220 handles in use takes 180 creations, and five bursts
     * from 60 to 220 take 800.
     */
    @Test
    void shouldCountTheCreationsThatEachSettingWouldHaveCost() throws IOException {
        final JsonNode pool = advice(recorded("0:1000:0:0")).get(0);
        assertEquals(60, pool.get("usual").asInt());
        assertEquals(220, pool.get("most").asInt());
        final JsonNode unpinned = cost(pool, 0, 60);
        assertCreations(unpinned, RECORD, 180);
        assertCreations(unpinned, RESTART, 0);
        assertCreations(unpinned, BURST, 800);
        assertCreations(unpinned, NIGHT, 220);
        assertCreations(cost(pool, 0, 300), BURST, 0);
        assertCreations(cost(pool, 60, 60), RECORD, 160);
        assertCreations(cost(pool, 60, 60), NIGHT, 160);
        for (int scenario = RECORD; scenario <= NIGHT; scenario++) {
            assertCreations(cost(pool, 220, 60), scenario, 0);
        }
        assertEquals(220.0, cost(pool, 220, 60).get("meanIdle").get(NIGHT).asDouble(), 0.1);
        assertTrue(unpinned.get("meanIdle").get(NIGHT).asDouble() < 1);
    }

    @Test
    void shouldAdviseTheSettingOfFewestCreationsThenOfFewestIdleHandles() throws IOException {
        assertEquals(0, advise(recorded("0:1000:0:0")));
        final List<String> lines = out.toString().lines().toList();
        assertEquals(
                List.of(
                        "For as recorded:",
                        "  rdma resource set frmr_pools dev mlx5_0 pinned 0:1000:0:0 220",
                        "  rdma resource set frmr_pools dev mlx5_0 aging 60",
                        "For restarts:",
                        "  rdma resource set frmr_pools dev mlx5_0 aging 60",
                        "For bursts:",
                        "  rdma resource set frmr_pools dev mlx5_0 aging 300",
                        "For idle nights:",
                        "  rdma resource set frmr_pools dev mlx5_0 aging 60"),
                lines.subList(0, 9));
    }

    @Test
    void shouldKeepHandlesForALongerRestartByALongerPeriod() throws IOException {
        final JsonNode pool = advice(recorded("0:1000:0:0"), "--restart", "250").get(0);
        assertCreations(cost(pool, 0, 60), RESTART, 220);
        assertCreations(cost(pool, 0, 300), RESTART, 0);
    }

    /**
     * Linux refuses to pin pools with remote atomic access but without local write access. This pool's key has that
     * combination.
     */
    @Test
    void shouldNotAdviseToPinWhatLinuxRefusesToPin() throws IOException {
        for (final JsonNode cost : advice(recorded("0:1000:8:0")).get(0).get("settings")) {
            assertEquals(0, cost.get("setting").get("pinned").asInt());
        }
    }

    @Test
    void shouldTakeTheIntervalIfSnapshotsHaveNoTimes() throws IOException {
        final String snapshots = recorded("0:1000:0:0").replaceAll("(?m)^\\d+\\n", "");
        assertCreations(cost(advice(snapshots, "--interval", "60").get(0), 0, 60), RECORD, 180);
    }

    @Test
    void shouldReadTheRegistrationsOfACapture() throws IOException {
        assertEquals(0, rpcrdma(List.of("frmr", "advise"), "--capture", "nfs3", "-j"));
        final JsonNode pools = new ObjectMapper().readTree(out.toString()).get("pools");
        int most = 0;
        for (final JsonNode pool : pools) {
            most += pool.get("most").asInt();
        }
        assertEquals(12, most);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | the input is empty",
                "nonsense | line 1",
                "{} | neither an array nor a time: {}",
                "5 [] 5 [] | times must increase: 5, 5",
                "[{}] | a pool without ifname",
                "[] | no handle was ever in use",
            })
    void shouldRefuseFilesThatAreNotSnapshots(final String text, final String words) throws IOException {
        assertEquals(2, advise(text));
        assertOneLine(words);
    }

    @Test
    void shouldRefuseCountsThatNoPoolHas() throws IOException {
        assertEquals(2, advise("[" + pool("0:1:0:0", 0, 1, -1) + "]"));
        assertOneLine("max_in_use must be 0 to 1048576: -1");
    }

    @Test
    void shouldRefuseGapsOutOfRange() throws IOException {
        assertEquals(2, advise("[]", "--burst", "19"));
        assertOneLine("--burst must be 20 to 86400: 19");
    }
}
