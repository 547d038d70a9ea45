// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.rpcrdma.inspect.lint.Conversation.lint;
import static org.rpcrdma.inspect.lint.LintRule.CHUNK_LENGTH;
import static org.rpcrdma.inspect.lint.LintRule.CHUNK_WRITTEN;
import static org.rpcrdma.inspect.lint.LintRule.CREDITS_EXCEEDED;
import static org.rpcrdma.inspect.lint.LintRule.INVALIDATE_HANDLE;
import static org.rpcrdma.inspect.lint.LintRule.MALFORMED;
import static org.rpcrdma.inspect.lint.LintRule.OBSOLETE_PROCEDURE;
import static org.rpcrdma.inspect.lint.LintRule.READ_POSITION;
import static org.rpcrdma.inspect.lint.LintRule.REPLY_CHUNK_RETURNED;
import static org.rpcrdma.inspect.lint.LintRule.REPLY_WITHOUT_CALL;
import static org.rpcrdma.inspect.lint.LintRule.UNKNOWN_SEGMENT;
import static org.rpcrdma.inspect.lint.LintRule.WRITE_LIST_RETURNED;
import static org.rpcrdma.inspect.lint.LintRule.XID;
import static org.rpcrdma.inspect.lint.LintRule.ZERO_CREDITS;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that captures of Linux's client and server have no findings, and that each modification causes one finding. */
class LintSamplesTest {
    private static final int CREDITS = 8;
    private static final int PROCEDURE = 12;
    /** The offsets, in a message without chunks, of the RPC message and its type. */
    private static final int RPC = 28;

    private static void assertFinds(final LintRule rule, final int frame, final SampleCapture capture) {
        final List<Finding> findings = lint(capture.file());
        assertEquals(List.of(rule), findings.stream().map(Finding::rule).toList(), findings::toString);
        assertEquals(frame, findings.get(0).frame());
    }

    @ParameterizedTest
    @ValueSource(strings = {"nfs3", "nfs41", "nfs42fio", "recall", "own-client"})
    void shouldFindNothingInTheSamples(final String name) {
        assertEquals(List.of(), lint(SampleCapture.of(name).file()));
    }

    @Test
    void shouldFindWhatWasChangedInAHeader() {
        assertFinds(LintRule.VERSION, 49, SampleCapture.of("nfs3").word(49, 4, 2));
        assertFinds(LintRule.PROCEDURE, 49, SampleCapture.of("nfs3").word(49, PROCEDURE, 9));
        assertFinds(OBSOLETE_PROCEDURE, 51, SampleCapture.of("nfs3").word(51, PROCEDURE, 3));
        assertFinds(MALFORMED, 49, SampleCapture.of("nfs3").word(49, 16, 7));
        assertFinds(XID, 51, SampleCapture.of("nfs3").word(51, RPC, 0));
        assertFinds(ZERO_CREDITS, 51, SampleCapture.of("nfs3").word(51, CREDITS, 0));
        assertFinds(REPLY_WITHOUT_CALL, 51, SampleCapture.of("nfs3").xid(51, RPC, 77));
    }

    @Test
    void shouldFindMoreCallsThanWereGranted() {
        final SampleCapture oneCredit = SampleCapture.of("nfs3");
        for (final int reply : new int[] {47, 51, 55, 59, 63, 67, 71, 75, 79, 84, 89, 93, 97, 101, 105, 109}) {
            oneCredit.word(reply, CREDITS, 1);
        }
        assertFinds(CREDITS_EXCEEDED, 112, oneCredit);
    }

    @Test
    void shouldFindWhatWasChangedInAChunk() {
        // The reply to a READ, which returns one segment of 65536 bytes. The invalidated key precedes the header.
        assertFinds(INVALIDATE_HANDLE, 1282, SampleCapture.of("nfs3").word(1282, 0, 0x99));
        assertFinds(CHUNK_WRITTEN, 1282, SampleCapture.of("nfs3").word(1282, 36, 65532));
        assertFinds(CHUNK_LENGTH, 1282, SampleCapture.of("nfs3").word(1282, 36, 65540));
        assertFinds(WRITE_LIST_RETURNED, 1282, SampleCapture.of("nfs3").word(1282, 44, 1));
        // The reply to a GETACL, which returns a Reply chunk with three segments.
        assertFinds(REPLY_CHUNK_RETURNED, 84, SampleCapture.of("nfs3").word(84, 32, 0x99));
        // A WRITE with a Read chunk at position 112.
        assertFinds(READ_POSITION, 112, SampleCapture.of("nfs3").word(112, 20, 110));
    }

    @Test
    void shouldFindTransfersToMemoryThatNoCallOffers() {
        // The first packet of the WRITE that answers a GETACL contains address, key and length.
        assertFinds(UNKNOWN_SEGMENT, 83, SampleCapture.of("nfs3").word(83, 4, 0).word(84, 36, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nfs3", "nfs41", "nfs42fio", "recall", "own-client"})
    void shouldFindNothingIfEveryFrameIsDuplicated(final String name) {
        assertEquals(List.of(), lint(SampleCapture.of(name).twice().file()));
    }

    @ParameterizedTest
    @ValueSource(ints = {60, 96, 128, 200, 300, 1000, 1090})
    void shouldNotMissWhatTheSnapshotLengthCut(final int length) {
        for (final String name : List.of("nfs3", "nfs41", "nfs42fio")) {
            assertEquals(List.of(), lint(SampleCapture.of(name).cut(length).file()));
        }
    }

    @Test
    void shouldNotMissWhatCameBeforeTheCaptureBegan() {
        for (int first = 20; first < 3000; first += 97) {
            final SampleCapture capture = SampleCapture.of("nfs3");
            capture.records.subList(0, first).clear();
            assertEquals(List.of(), lint(capture.file()), "first=" + first);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldNotMissWhatTheCaptureLost(final long seed) {
        final Random random = new Random(seed);
        for (final String name : List.of("nfs3", "nfs41", "nfs42fio", "own-client")) {
            final SampleCapture capture = SampleCapture.of(name);
            capture.records.removeIf(record -> random.nextInt(100) == 0);
            assertEquals(List.of(), lint(capture.file()), name + " seed=" + seed);
        }
    }
}
