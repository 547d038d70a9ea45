// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.registration;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.registration.PoolDemand.Step;
import org.rpcrdma.frmr.FrmrPools;
import org.rpcrdma.verbs.Access;

/**
 * Reads the output of repeated runs of {@code rdma -j resource show frmr_pools}, which is a sequence of JSON arrays. A
 * number before an array is its time in seconds, as printed by {@code date +%s}. If the maximum number of handles in
 * use has grown between two arrays, it is assumed to have been reached in the middle of the interval.
 */
public final class Snapshots {
    private static final int KEY_FIELDS = 4;
    private static final int ACCESS_FLAGS = 2;
    private static final int HEXADECIMAL = 16;

    private final String name;
    private final long interval;
    private final Map<String, Recorded> pools = new LinkedHashMap<>();
    private long firstSeconds;
    private long seconds;
    private Long given;
    private int count;

    /** The steps of one pool read so far. */
    private static final class Recorded {
        private final String device;
        private final String key;
        private final int idle;
        private final List<Step> steps = new ArrayList<>();
        private int most;

        Recorded(final String device, final String key, final int idle) {
            this.device = device;
            this.key = key;
            this.idle = idle;
        }
    }

    private Snapshots(final String name, final long interval) {
        this.name = name;
        this.interval = interval;
    }

    /**
     * Reads all snapshots in a stream.
     *
     * @param name     the stream's name in error messages.
     * @param interval the seconds between snapshots if the stream has no times.
     */
    public static Collection<PoolDemand> read(final String name, final InputStream in, final long interval)
            throws IOException {
        final Snapshots snapshots = new Snapshots(name, interval);
        final ObjectMapper mapper = new ObjectMapper();
        try (JsonParser parser = mapper.createParser(in)) {
            while (parser.nextToken() != null) {
                snapshots.add(mapper.readTree(parser));
            }
        } catch (final JsonProcessingException e) {
            throw snapshots.unusable(
                    "line " + (e.getLocation() == null ? 1 : e.getLocation().getLineNr()));
        }
        return snapshots.demands();
    }

    private Collection<PoolDemand> demands() {
        if (count == 0) {
            throw unusable("the input is empty");
        }
        final List<PoolDemand> demands = new ArrayList<>();
        for (final Recorded pool : pools.values()) {
            demands.add(new PoolDemand(pool.device, pool.key, isPinnable(pool.key), pool.idle, pool.steps));
        }
        return demands;
    }

    private void add(final JsonNode value) {
        if (value.isIntegralNumber()) {
            given = value.longValue();
        } else if (value.isArray()) {
            addSnapshot(value);
        } else {
            throw unusable("neither an array nor a time: " + value.toString());
        }
    }

    private void addSnapshot(final JsonNode snapshot) {
        final long time = given != null ? given : count == 0 ? 0 : seconds + interval;
        given = null;
        if (count > 0 && time <= seconds) {
            throw unusable("times must increase: " + seconds + ", " + time);
        }
        firstSeconds = count++ == 0 ? time : firstSeconds;
        for (final JsonNode pool : snapshot) {
            if (!pool.has("kernel_vendor_key")) {
                add(pool, time);
            }
        }
        seconds = time;
    }

    private void add(final JsonNode pool, final long time) {
        final String device = text(pool, "ifname");
        final String key = text(pool, "key");
        final int inUse = number(pool, "in_use");
        final int most = number(pool, "max_in_use");
        final long nanos = TimeUnit.SECONDS.toNanos(time - firstSeconds);
        Recorded recorded = pools.get(device + " " + key);
        if (recorded == null) {
            recorded = new Recorded(device, key, count == 1 ? number(pool, "queue") : 0);
            pools.put(device + " " + key, recorded);
            if (nanos > 0) {
                recorded.steps.add(new Step(0, 0));
            } else {
                recorded.most = most;
            }
        }
        if (most > recorded.most && most > inUse) {
            recorded.steps.add(new Step(nanos - TimeUnit.SECONDS.toNanos(time - seconds) / 2, most));
        }
        recorded.most = Math.max(recorded.most, most);
        recorded.steps.add(new Step(nanos, inUse));
    }

    private String text(final JsonNode pool, final String member) {
        if (!pool.path(member).isTextual()) {
            throw unusable("a pool without " + member);
        }
        return pool.path(member).textValue();
    }

    private int number(final JsonNode pool, final String member) {
        final JsonNode value = pool.path(member);
        if (!value.isIntegralNumber() || value.longValue() < 0 || value.longValue() > FrmrPools.MAX_PINNED) {
            throw unusable(member + " must be 0 to " + FrmrPools.MAX_PINNED + ": " + value);
        }
        return value.intValue();
    }

    /** Returns true if Linux allows users to pin a pool. It allows keys with invalid access flags, too. */
    private boolean isPinnable(final String key) {
        final String[] fields = key.split(":");
        try {
            return fields.length == KEY_FIELDS
                    && Access.isValid(Integer.parseUnsignedInt(fields[ACCESS_FLAGS], HEXADECIMAL));
        } catch (final NumberFormatException e) {
            throw unusable("a key must have four hexadecimal fields: " + key);
        }
    }

    private InputException unusable(final String reason) {
        return new InputException(name + " is not the output of rdma -j resource show frmr_pools: " + reason);
    }
}
