// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.inspect.lint.Conversation.MSG;
import static org.rpcrdma.inspect.lint.Conversation.NOMSG;
import static org.rpcrdma.inspect.lint.Conversation.chunk;
import static org.rpcrdma.inspect.lint.Conversation.head;
import static org.rpcrdma.inspect.lint.Conversation.noChunks;
import static org.rpcrdma.inspect.lint.Conversation.privateData;
import static org.rpcrdma.inspect.lint.Conversation.readSegment;
import static org.rpcrdma.inspect.lint.Conversation.rpcCall;
import static org.rpcrdma.inspect.lint.Conversation.segment;
import static org.rpcrdma.inspect.lint.Conversation.words;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.capture.CaptureReader;
import org.rpcrdma.inspect.decode.MessageFilter;
import org.rpcrdma.inspect.lint.Conversation;
import org.rpcrdma.rnic.roce.Syndrome;

class ExplainerTest {
    private static final int KEY = 0x77;
    private static final long AT = 0x7000_0000_1000L;
    private static final int RPC_BYTES = 40;

    private static Explanation explained(final Conversation conversation) throws IOException {
        final Explainer explainer = new Explainer(new MessageFilter(), 5, false);
        return explainer.explanation(
                "test",
                CaptureReader.read(Path.of("test.pcap"), new ByteArrayInputStream(conversation.file()), explainer),
                List.of());
    }

    private static ConnectionReport only(final Conversation conversation) throws IOException {
        final List<ConnectionReport> listed = explained(conversation).listed();
        assertEquals(1, listed.size());
        return listed.get(0);
    }

    private static String text(final Explanation explanation) {
        final StringWriter text = new StringWriter();
        new ExplainText(new PrintWriter(text)).print(explanation);
        return text.toString();
    }

    @Test
    void shouldNameACallThatTravelsInAPositionZeroReadChunk() throws IOException {
        final ConnectionReport report = only(Conversation.connected()
                .send(0, head(2, 32, NOMSG), readSegment(0, KEY, AT, RPC_BYTES), words(0, 0, 0))
                .read(1, KEY, AT, RPC_BYTES)
                .readAnswer(0, rpcCall(2))
                .reply(2, 4));
        assertEquals(new DataPath.Sum(1, 1, 1, RPC_BYTES, 0, 0), report.data().positionZero());
        assertEquals(1, report.data().inlineReplies().messages());
        assertEquals(1, report.procedures().size());
        assertEquals(
                "NFSv3 GETATTR",
                report.procedures().get(0).program() + " "
                        + report.procedures().get(0).procedure());
        assertEquals(3000, report.procedures().get(0).serviceNanos().worst());
        assertEquals(1000, report.rdmaReads().roundTrip().worst());
        assertEquals(RPC_BYTES, report.rdmaReads().bytes());
    }

    @Test
    void shouldCountACallWhoseWordsAreNotInTheCapture() throws IOException {
        final ConnectionReport report = only(Conversation.connected()
                .send(0, head(2, 32, NOMSG), readSegment(0, KEY, AT, RPC_BYTES), words(0, 0, 0))
                .reply(2, 4));
        assertEquals(1, report.calls().answered());
        assertEquals("unknown", report.procedures().get(0).procedure());
    }

    @Test
    void shouldSumUpOfferedAndUsedBytesOfChunks() throws IOException {
        final ConnectionReport report = only(Conversation.connected()
                .send(
                        0,
                        head(2, 32, MSG),
                        words(0),
                        chunk(segment(KEY, AT, 8000)),
                        words(0),
                        chunk(segment(KEY + 1, AT, 500), segment(KEY + 2, AT, 500)),
                        rpcCall(2))
                .write(1, KEY, AT, 4000)
                .write(1, KEY + 1, AT, 300)
                .sendInvalidating(
                        1,
                        KEY,
                        head(2, 4, NOMSG),
                        words(0),
                        chunk(segment(KEY, AT, 4000)),
                        words(0),
                        chunk(segment(KEY + 1, AT, 300), segment(KEY + 2, AT, 0))));
        assertEquals(new DataPath.Sum(1, 1, 1, 8000, 1, 4000), report.data().writeChunks());
        assertEquals(new DataPath.Sum(1, 1, 2, 1000, 1, 300), report.data().replyChunks());
        assertEquals(3, report.calls().mostSegments());
        assertEquals(1, report.invalidations());
        assertEquals(new ConnectionReport.Written(2, 4300), report.rdmaWrites());
    }

    @Test
    void shouldCountCallsThatTakeTheLastCredit() throws IOException {
        final ConnectionReport report = only(Conversation.connected()
                .call(1)
                .reply(1, 2)
                .call(2)
                .call(3)
                .reply(2, 3)
                .reply(3, 3)
                .call(4));
        assertEquals(4, report.calls().calls());
        assertEquals(3, report.calls().answered());
        assertEquals(2, report.calls().mostInFlight());
        assertEquals(1, report.calls().atLimit());
        assertEquals(2, report.calls().leastGranted());
        assertEquals(3, report.calls().mostGranted());
        assertEquals(32, report.calls().asked());
    }

    @Test
    void shouldReportTheLowerInlineThresholdOfBothEnds() throws IOException {
        final Negotiated terms = only(Conversation.connected(privateData(true, 4096), privateData(false, 2048))
                        .call(1))
                .negotiated();
        assertEquals(2048, terms.clientToServer());
        assertEquals(2048, terms.serverToClient());
        assertTrue(terms.client().remoteInvalidation());
        final Negotiated without =
                only(Conversation.connected(new byte[0], new byte[0]).call(1)).negotiated();
        assertEquals(1024, without.clientToServer());
        assertNull(without.client());
        assertNull(only(Conversation.midway().call(1)).negotiated());
    }

    @Test
    void shouldReportTheErrorByWhichAConnectionEnds() throws IOException {
        final Conversation conversation = Conversation.connected()
                .call(1)
                .reply(1, 2)
                .write(1, KEY, AT, 100)
                .nak(0, Syndrome.SEQUENCE_ERROR)
                .nak(0, Syndrome.NOT_READY + 1)
                .nak(0, Syndrome.REMOTE_ACCESS_ERROR);
        final Explanation explanation = explained(conversation);
        final ConnectionReport report = explanation.listed().get(0);
        assertEquals(new ConnectionReport.End("10.0.0.1", 8, "remote access error"), report.end());
        assertEquals(1, report.repeated().sequenceNaks());
        assertEquals(1, report.repeated().notReadyNaks());
        assertTrue(text(explanation).contains("remote access error of 10.0.0.1, frame 8"), text(explanation));
    }

    @Test
    void shouldCountRepliesThatAreNoSuccess() throws IOException {
        final ConnectionReport report = only(Conversation.connected()
                .call(1)
                .send(1, head(1, 4, MSG), noChunks(), words(1, 1, 0, 0, 0, 3))
                .call(2)
                .send(1, head(2, 4, 4), words(2)));
        assertEquals(2, report.calls().answered());
        assertEquals(1, report.calls().failed());
        assertEquals(1, report.calls().errors());
    }

    @Test
    void shouldKeepABoundedNumberOfProcedures() throws IOException {
        final Conversation conversation = Conversation.connected();
        for (int i = 0; i < 5000; i++) {
            conversation
                    .send(0, head(i, 32, MSG), noChunks(), words(i, 0, 2, 100003, 3, 1000 + i, 0, 0, 0, 0))
                    .reply(i, 4);
        }
        final Explanation explanation = explained(conversation);
        assertEquals(4096, explanation.listed().get(0).procedures().size());
        assertEquals(5000 - 4096, explanation.listed().get(0).unlistedCalls());
        assertEquals(5000, explanation.listed().get(0).calls().answered());
        assertTrue(text(explanation).lines().count() < 50, "lines");
        assertTrue(text(explanation).matches("(?s).* of other procedures +4,980\n.*"), text(explanation));
    }
}
