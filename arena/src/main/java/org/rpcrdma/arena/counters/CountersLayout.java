// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.arena.counters;

import java.nio.file.Path;
import org.agrona.SemanticVersion;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

/**
 * The layout of a counters file: the head of an Agrona mark file, and behind it the two buffers of an Agrona counters
 * manager.
 *
 * <pre>
 *     0  int   version: major, minor, patch; 0 while the file is being made, -1 when it was given up
 *     8  long  last update, ms since the epoch
 *    16  long  magic, "RPCRDMAC"
 *    24  long  process id
 *    32  long  start of the process, ms since the epoch
 *    40  int   length of the meta data
 *    44  int   length of the values
 *   128  meta data, 512 bytes a counter: state, type, label
 *     :  values, 128 bytes a counter: value, registration id
 * </pre>
 *
 * <p>In the byte order of the machine.
 */
final class CountersLayout {
    static final int VERSION = SemanticVersion.compose(1, 0, 0);
    /** The version of a file that is about to be deleted. */
    static final int GIVEN_UP = -1;

    static final int VERSION_OFFSET = 0;
    static final int UPDATED_OFFSET = 8;
    static final int MAGIC_OFFSET = 16;
    static final int PID_OFFSET = 24;
    static final int STARTED_OFFSET = 32;
    static final int META_DATA_LENGTH_OFFSET = 40;
    static final int VALUES_LENGTH_OFFSET = 44;
    static final int HEAD_LENGTH = 128;

    static final long MAGIC = 0x43_41_4d_44_52_43_50_52L;

    /** No file is longer: ten times the need of 4,096 arenas. */
    private static final int MAX_LENGTH = 1 << 28;

    private static final int RECORD_LENGTH = CountersReader.METADATA_LENGTH + CountersReader.COUNTER_LENGTH;

    private final UnsafeBuffer buffer;

    CountersLayout(final UnsafeBuffer buffer) {
        this.buffer = buffer;
    }

    /** Returns the length in bytes of a file with a number of counters. */
    static int length(final int counters) {
        return HEAD_LENGTH + counters * RECORD_LENGTH;
    }

    /**
     * Refuses a length that no counters file has.
     *
     * @throws IllegalArgumentException naming it.
     */
    static void checkLength(final Path file, final long length) {
        if (length < length(1) || length > MAX_LENGTH) {
            throw new IllegalArgumentException("not a counters file: file=" + file + " bytes=" + length);
        }
    }

    /** Writes all of the head but the version. */
    void begin(final long pid, final long startedMillis, final long nowMillis) {
        buffer.putLong(UPDATED_OFFSET, nowMillis);
        buffer.putLong(PID_OFFSET, pid);
        buffer.putLong(STARTED_OFFSET, startedMillis);
        buffer.putInt(META_DATA_LENGTH_OFFSET, metaDataLength());
        buffer.putInt(VALUES_LENGTH_OFFSET, valuesLength());
        buffer.putLong(MAGIC_OFFSET, MAGIC);
    }

    /**
     * Refuses a file that cannot be read.
     *
     * @throws IllegalArgumentException naming why.
     */
    void check(final Path file) {
        final int version = buffer.getInt(VERSION_OFFSET);
        if (buffer.getLong(MAGIC_OFFSET) != MAGIC) {
            throw new IllegalArgumentException("not a counters file: file=" + file);
        }
        if (version == 0 || version == GIVEN_UP) {
            throw new IllegalArgumentException("counters file is not ready: file=" + file);
        }
        if (SemanticVersion.major(version) != SemanticVersion.major(VERSION)) {
            throw new IllegalArgumentException("counters file is of another version: file=" + file + " version="
                    + SemanticVersion.toString(version) + " known=" + SemanticVersion.toString(VERSION));
        }
        final int metaData = buffer.getInt(META_DATA_LENGTH_OFFSET);
        final int values = buffer.getInt(VALUES_LENGTH_OFFSET);
        if (metaData != metaDataLength() || values != valuesLength() || buffer.capacity() != length(counters())) {
            throw new IllegalArgumentException("counters file is not whole: file=" + file + " bytes="
                    + buffer.capacity() + " metaData=" + metaData + " values=" + values);
        }
    }

    long pid() {
        return buffer.getLong(PID_OFFSET);
    }

    long startedMillis() {
        return buffer.getLong(STARTED_OFFSET);
    }

    long updatedMillis() {
        return buffer.getLong(UPDATED_OFFSET);
    }

    UnsafeBuffer metaData() {
        return new UnsafeBuffer(buffer, HEAD_LENGTH, metaDataLength());
    }

    UnsafeBuffer values() {
        return new UnsafeBuffer(buffer, HEAD_LENGTH + metaDataLength(), valuesLength());
    }

    private int metaDataLength() {
        return counters() * CountersReader.METADATA_LENGTH;
    }

    private int valuesLength() {
        return counters() * CountersReader.COUNTER_LENGTH;
    }

    private int counters() {
        return (buffer.capacity() - HEAD_LENGTH) / RECORD_LENGTH;
    }
}
