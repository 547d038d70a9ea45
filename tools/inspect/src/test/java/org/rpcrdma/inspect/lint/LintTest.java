// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.inspect.lint.Conversation.MSG;
import static org.rpcrdma.inspect.lint.Conversation.NOMSG;
import static org.rpcrdma.inspect.lint.Conversation.chunk;
import static org.rpcrdma.inspect.lint.Conversation.connected;
import static org.rpcrdma.inspect.lint.Conversation.head;
import static org.rpcrdma.inspect.lint.Conversation.join;
import static org.rpcrdma.inspect.lint.Conversation.midway;
import static org.rpcrdma.inspect.lint.Conversation.noChunks;
import static org.rpcrdma.inspect.lint.Conversation.privateData;
import static org.rpcrdma.inspect.lint.Conversation.readSegment;
import static org.rpcrdma.inspect.lint.Conversation.rpcCall;
import static org.rpcrdma.inspect.lint.Conversation.rpcReply;
import static org.rpcrdma.inspect.lint.Conversation.segment;
import static org.rpcrdma.inspect.lint.Conversation.words;
import static org.rpcrdma.inspect.lint.LintRule.AFTER_REPLY;
import static org.rpcrdma.inspect.lint.LintRule.CHUNK_FILL;
import static org.rpcrdma.inspect.lint.LintRule.CHUNK_LENGTH;
import static org.rpcrdma.inspect.lint.LintRule.CHUNK_WRITTEN;
import static org.rpcrdma.inspect.lint.LintRule.CREDITS_EXCEEDED;
import static org.rpcrdma.inspect.lint.LintRule.ERROR_FORM;
import static org.rpcrdma.inspect.lint.LintRule.INITIAL_CREDIT;
import static org.rpcrdma.inspect.lint.LintRule.INLINE_THRESHOLD;
import static org.rpcrdma.inspect.lint.LintRule.INVALIDATE_HANDLE;
import static org.rpcrdma.inspect.lint.LintRule.INVALIDATE_UNSUPPORTED;
import static org.rpcrdma.inspect.lint.LintRule.MALFORMED;
import static org.rpcrdma.inspect.lint.LintRule.OBSOLETE_PROCEDURE;
import static org.rpcrdma.inspect.lint.LintRule.PROCEDURE;
import static org.rpcrdma.inspect.lint.LintRule.READ_LIST_IN_REPLY;
import static org.rpcrdma.inspect.lint.LintRule.READ_POSITION;
import static org.rpcrdma.inspect.lint.LintRule.REPLY_CHUNK_RETURNED;
import static org.rpcrdma.inspect.lint.LintRule.REPLY_WITHOUT_CALL;
import static org.rpcrdma.inspect.lint.LintRule.REVERSE_CREDITS;
import static org.rpcrdma.inspect.lint.LintRule.SEGMENT_USE;
import static org.rpcrdma.inspect.lint.LintRule.UNKNOWN_SEGMENT;
import static org.rpcrdma.inspect.lint.LintRule.WRITE_LIST_RETURNED;
import static org.rpcrdma.inspect.lint.LintRule.XDR_ROUNDUP;
import static org.rpcrdma.inspect.lint.LintRule.XID;
import static org.rpcrdma.inspect.lint.LintRule.XID_REUSE;
import static org.rpcrdma.inspect.lint.LintRule.ZERO_CREDITS;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.rpcrdma.rnic.roce.Syndrome;

/** Breaks one rule at a time in an otherwise correct conversation. */
class LintTest {
    private static final int ERROR = 4;
    private static final int KEY = 0x700;
    private static final long AT = 0x1_0000_0000L;

    private static void assertFinds(final LintRule rule, final Conversation conversation) {
        final List<Finding> findings = conversation.lint();
        assertEquals(List.of(rule), findings.stream().map(Finding::rule).toList(), findings::toString);
    }

    private static void assertClean(final Conversation conversation) {
        assertEquals(List.of(), conversation.lint());
    }

    /** Returns a connection with one answered call and a grant of 4 credits. */
    private static Conversation opened() {
        return connected().call(1).reply(1, 4);
    }

    /** Adds a call with a Write chunk, which has two segments of 100 bytes each, and a Reply chunk of 200 bytes. */
    private static Conversation offered() {
        return opened().send(
                        0,
                        head(2, 32, MSG),
                        words(0),
                        chunk(segment(KEY, AT, 100), segment(KEY + 1, AT + 4096, 100)),
                        words(0),
                        chunk(segment(KEY + 2, AT + 8192, 200)),
                        rpcCall(2));
    }

    private static int[] returned(final int first, final int second, final int reply) {
        return join(
                words(0),
                chunk(segment(KEY, AT, first), segment(KEY + 1, AT + 4096, second)),
                words(0),
                chunk(segment(KEY + 2, AT + 8192, reply)));
    }

    /** Adds the reply to {@link #offered()}. */
    private static Conversation answered(final Conversation before, final int[] lists) {
        return before.send(1, head(2, 4, MSG), lists, rpcReply(2));
    }

    /** Adds a call with a Read chunk, which has two segments at position 40. */
    private static Conversation readable(final int position, final int first) {
        return opened().send(
                        0,
                        head(2, 32, MSG),
                        readSegment(position, KEY, AT, first),
                        readSegment(position, KEY + 1, AT + 4096, 30),
                        words(0, 0, 0),
                        rpcCall(2));
    }

    @Test
    void shouldFindNothingInAGoodConversation() {
        assertClean(answered(offered().write(1, KEY, AT, 100).write(1, KEY + 1, AT + 4096, 60), returned(100, 60, 0)));
        assertClean(readable(40, 100)
                .read(1, KEY, AT, 100)
                .read(1, KEY + 1, AT + 4096, 30)
                .reply(2, 4));
        assertClean(opened().send(
                        0, head(2, 32, NOMSG), readSegment(0, KEY, AT, 5000), words(0, 0), chunk(segment(9, AT, 8000)))
                .read(1, KEY, AT, 5000)
                .write(1, 9, AT, 4000)
                .sendInvalidating(1, 9, head(2, 4, NOMSG), words(0, 0), chunk(segment(9, AT, 4000))));
    }

    @Test
    void shouldFindAnotherVersion() {
        assertFinds(
                LintRule.VERSION,
                opened().send(0, words(2, 2, 4, MSG), noChunks(), rpcCall(2)).reply(2, 4));
    }

    @Test
    void shouldAcceptTheAnswerThatAVersionIsUnknown() {
        assertFinds(
                LintRule.VERSION,
                opened().send(0, words(2, 2, 4, MSG), noChunks(), rpcCall(2))
                        .send(1, head(2, 4, ERROR), words(1, 1, 1)));
    }

    @Test
    void shouldFindAnUnknownProcedure() {
        assertFinds(
                PROCEDURE,
                opened().send(0, head(2, 4, 5), noChunks(), rpcCall(2)).reply(2, 4));
    }

    /** The segments that the call offers are unknown. */
    @Test
    void shouldFindNoUnknownSegmentWhileACallIsOutstandingWhoseHeaderIsBroken() {
        assertFinds(LintRule.VERSION, brokenCall().write(1, KEY, AT, 60).read(1, KEY, AT, 60));
        assertEquals(
                List.of(LintRule.VERSION, UNKNOWN_SEGMENT),
                brokenCall().reply(2, 4).write(1, KEY, AT, 60).lint().stream()
                        .map(Finding::rule)
                        .toList());
    }

    private static Conversation brokenCall() {
        return opened().send(0, words(2, 2, 4, MSG), noChunks(), rpcCall(2));
    }

    @Test
    void shouldFindObsoleteProcedures() {
        assertFinds(OBSOLETE_PROCEDURE, opened().send(0, head(2, 4, 3)));
        assertFinds(
                OBSOLETE_PROCEDURE,
                opened().send(0, head(2, 4, 2), words(0, 0), noChunks(), rpcCall(2))
                        .reply(2, 4));
    }

    @Test
    void shouldFindChunkListsThatAreNotWhole() {
        assertFinds(
                MALFORMED,
                opened().send(0, head(2, 4, MSG), words(7, 0, 0), rpcCall(2)).reply(2, 4));
        assertFinds(
                MALFORMED, opened().send(0, head(2, 4, MSG), words(0, 1, 99)).reply(2, 4));
        assertFinds(MALFORMED, opened().send(0, words(2, 1)));
        assertFinds(MALFORMED, opened().send(0, head(2, 4, MSG), noChunks()).reply(2, 4));
    }

    @Test
    void shouldFindTransactionIdsThatDiffer() {
        assertFinds(
                XID, opened().send(0, head(2, 4, MSG), noChunks(), rpcCall(3)).reply(2, 4));
    }

    @Test
    void shouldFindATransactionIdThatIsUsedAgainWhileItsCallIsOutstanding() {
        assertFinds(XID_REUSE, opened().call(2).call(2).reply(2, 4));
        assertClean(opened().call(2).reply(2, 4).call(2).reply(2, 4));
    }

    @Test
    void shouldNotJudgeATransactionIdThatIsUsedAgainIfAReplyIsMissing() {
        assertClean(opened().call(2).lose(1).call(2).reply(2, 4));
    }

    @Test
    void shouldReportThatTheCallOfTheLastReplyMayBeMissing() {
        assertTrue(isUncertain(opened().reply(2, 4)));
        assertTrue(isUncertain(opened().reply(2, 4).acknowledge(0)), "it acknowledges, but shows no call");
        assertFalse(isUncertain(opened().reply(2, 4).pause(1_500_000).call(3)), "a missing call would be a gap");
    }

    private static boolean isUncertain(final Conversation conversation) {
        final List<Finding> findings = conversation.lint();
        assertEquals(
                List.of(REPLY_WITHOUT_CALL),
                findings.stream().map(Finding::rule).toList());
        return findings.get(0).seen().contains("; unless the capture lacks");
    }

    @Test
    void shouldFindAReplyWithoutACall() {
        assertFinds(REPLY_WITHOUT_CALL, opened().reply(2, 4));
        assertFinds(REPLY_WITHOUT_CALL, opened().reply(1, 4));
        assertFinds(REPLY_WITHOUT_CALL, opened().send(1, head(2, 4, ERROR), words(2)));
    }

    @Test
    void shouldFindErrorsOfNoKnownForm() {
        assertFinds(ERROR_FORM, opened().call(2).send(1, head(2, 4, ERROR), words(7)));
        assertFinds(ERROR_FORM, opened().call(2).send(1, head(2, 4, ERROR)));
        assertFinds(ERROR_FORM, opened().call(2).send(1, head(2, 4, ERROR), words(1, 3, 2)));
        assertFinds(ERROR_FORM, opened().call(2).send(1, head(2, 4, ERROR), words(1, 1, 1)));
        assertClean(opened().call(2).send(1, head(2, 4, ERROR), words(2)));
    }

    @Test
    void shouldFindLongMessagesOfNoKnownForm() {
        assertFinds(
                LintRule.NOMSG, opened().send(0, head(2, 4, NOMSG), noChunks()).reply(2, 4));
        assertFinds(
                LintRule.NOMSG,
                opened().send(0, head(2, 4, NOMSG), readSegment(40, KEY, AT, 8), noChunks())
                        .reply(2, 4));
        assertFinds(
                LintRule.NOMSG,
                opened().send(0, head(2, 4, NOMSG), readSegment(0, KEY, AT, 8), noChunks(), words(0))
                        .reply(2, 4));
        assertFinds(LintRule.NOMSG, readable(0, 100).reply(2, 4));
    }

    @Test
    void shouldFindSendsOverTheInlineThreshold() {
        assertFinds(
                INLINE_THRESHOLD,
                connected(privateData(true, 1024), privateData(true, 4096))
                        .sendBytes(0, 1028, head(1, 4, MSG), noChunks(), rpcCall(1))
                        .reply(1, 4));
        assertClean(connected(privateData(true, 2048), privateData(true, 4096))
                .sendBytes(0, 2048, head(1, 4, MSG), noChunks(), rpcCall(1))
                .reply(1, 4));
        assertFinds(
                INLINE_THRESHOLD,
                connected(new byte[0], privateData(true, 4096))
                        .sendBytes(0, 1028, head(1, 4, MSG), noChunks(), rpcCall(1))
                        .reply(1, 4));
    }

    @Test
    void shouldFindAGrantOfNoCredits() {
        assertFinds(ZERO_CREDITS, opened().call(2).reply(2, 0));
    }

    @Test
    void shouldFindCallsInFrontOfTheFirstReply() {
        assertFinds(INITIAL_CREDIT, connected().call(1).call(2).reply(1, 4).reply(2, 4));
    }

    @Test
    void shouldFindMoreCallsThanWereGranted() {
        assertFinds(CREDITS_EXCEEDED, opened().call(2).call(3).call(4).call(5).call(6));
        assertClean(opened().call(2).call(3).call(4).call(5));
    }

    @Test
    void shouldGiveALowerGrantTimeToArrive() {
        final Conversation lowered =
                opened().call(2).reply(2, 2).call(3).call(4).call(5).call(6);
        assertClean(lowered);
        final Conversation still = opened().call(2).reply(2, 2);
        for (int xid = 3; xid < 30; xid++) {
            still.call(xid).reply(xid, 2);
        }
        assertFinds(CREDITS_EXCEEDED, still.call(30).call(31).call(32));
    }

    @Test
    void shouldFindMessagesThatAreNoMultipleOfFour() {
        assertFinds(
                XDR_ROUNDUP,
                opened().sendBytes(0, 70, head(2, 4, MSG), noChunks(), rpcCall(2))
                        .reply(2, 4));
        assertFinds(
                XDR_ROUNDUP,
                opened().send(0, head(2, 4, NOMSG), readSegment(0, KEY, AT, 4999), noChunks())
                        .reply(2, 4));
        assertFinds(
                XDR_ROUNDUP,
                opened().send(0, head(2, 4, MSG), words(0, 0), chunk(segment(KEY, AT, 99)), rpcCall(2))
                        .write(1, KEY, AT, 50)
                        .send(1, head(2, 4, NOMSG), words(0, 0), chunk(segment(KEY, AT, 50))));
    }

    @Test
    void shouldFindReadChunksAtOddPositions() {
        assertFinds(READ_POSITION, readable(38, 100).reply(2, 4));
        assertFinds(READ_POSITION, readable(44, 100).reply(2, 4));
    }

    @Test
    void shouldCountPositionsInTheMessageWithItsChunks() {
        assertClean(opened().send(
                        0,
                        head(2, 32, MSG),
                        readSegment(36, KEY, AT, 99),
                        readSegment(140, KEY + 1, AT + 4096, 30),
                        noChunks(),
                        rpcCall(2))
                .reply(2, 4));
        assertFinds(
                READ_POSITION,
                opened().send(
                                0,
                                head(2, 32, MSG),
                                readSegment(36, KEY, AT, 99),
                                readSegment(144, KEY + 1, AT + 4096, 30),
                                noChunks(),
                                rpcCall(2))
                        .reply(2, 4));
    }

    @Test
    void shouldFindChunksWithoutSegments() {
        assertFinds(
                LintRule.EMPTY_CHUNK,
                opened().send(0, head(2, 32, MSG), words(0, 1, 0, 0, 0), rpcCall(2))
                        .send(1, head(2, 4, MSG), words(0, 1, 0, 0, 0), rpcReply(2)));
        assertFinds(
                LintRule.EMPTY_CHUNK,
                opened().send(0, head(2, 32, MSG), words(0, 0, 1, 0), rpcCall(2))
                        .send(1, head(2, 4, MSG), words(0, 0, 1, 0), rpcReply(2)));
    }

    @Test
    void shouldFindSegmentsThatAreTooLongOrPassTheLastAddress() {
        assertFinds(LintRule.SEGMENT_SIZE, offering(AT, Integer.MIN_VALUE + 1));
        assertFinds(LintRule.SEGMENT_SIZE, offering(-4, 8));
        assertClean(offering(AT, Integer.MIN_VALUE));
        assertClean(offering(-8, 4));
        assertClean(offering(-1, 0));
    }

    private static Conversation offering(final long offset, final int length) {
        return opened().send(
                        0, head(2, 32, MSG), words(0), chunk(segment(KEY, offset, length)), words(0, 0), rpcCall(2))
                .send(1, head(2, 4, MSG), words(0), chunk(segment(KEY, offset, 0)), words(0, 0), rpcReply(2));
    }

    /** A refused Send counts once, however often it is refused. Its repetition shows how long it waited. */
    @Test
    void shouldFindAReceiverThatIsNotReady() {
        final Conversation refused = opened().call(2)
                .nak(1, Syndrome.NOT_READY | 12)
                .back(0, 1)
                .call(2)
                .nak(1, Syndrome.NOT_READY)
                .back(0, 1)
                .call(2)
                .reply(2, 4);
        assertFinds(LintRule.RECEIVER_NOT_READY, refused);
        final Finding finding = refused.lint().get(0);
        assertEquals(2, finding.xid());
        assertEquals("10.0.0.2", finding.source());
        assertEquals("no Receive posted: naks=2 timer_us=655360 waited_us=3 outstanding=1 granted=4", finding.seen());
    }

    /** The calls that follow the refused call are repeated, too. The last of them is repeated much later. */
    @Test
    void shouldTakeNoLaterCallForTheRefusedOne() {
        final Conversation refused =
                opened().call(2).call(3).call(4).nak(1, Syndrome.NOT_READY | 12).back(0, 3);
        // The NAK refers to the latest request, so the first repeated call is call 4.
        refused.lose(0).lose(0).sendBytes(0, 1020, head(4, 32, MSG), noChunks(), rpcCall(4));
        refused.sendBytes(0, 1020, head(5, 32, MSG), noChunks(), rpcCall(5));
        final Finding finding = refused.lint().stream()
                .filter(found -> found.rule() == LintRule.RECEIVER_NOT_READY)
                .findFirst()
                .orElseThrow();
        assertEquals(4, finding.xid());
        assertTrue(finding.seen().contains("waited_us=1 "), finding::toString);
    }

    @Test
    void shouldFindAClientThatIsNotReadyForAReplyThatNeverComesAgain() {
        final Conversation refused = opened().call(2).reply(2, 4).nak(0, Syndrome.NOT_READY | 1);
        assertFinds(LintRule.RECEIVER_NOT_READY, refused);
        assertTrue(refused.lint().get(0).seen().contains("timer_us=10 waited_us=unknown"), refused.lint()::toString);
    }

    /** Pages of the memory were not present, which is unrelated to Receives. */
    @Test
    void shouldFindNothingIfAnRdmaWriteIsNotReady() {
        assertClean(answered(
                offered()
                        .write(1, KEY, AT, 60)
                        .nak(0, Syndrome.NOT_READY | 1)
                        .back(1, 1)
                        .write(1, KEY, AT, 60),
                returned(60, 0, 0)));
    }

    @Test
    void shouldFindAReadListInAReply() {
        assertFinds(
                READ_LIST_IN_REPLY,
                opened().call(2).send(1, head(2, 4, MSG), readSegment(24, KEY, AT, 8), noChunks(), rpcReply(2)));
    }

    @Test
    void shouldFindWriteChunksThatAreNotReturned() {
        final int[] replyChunk = chunk(segment(KEY + 2, AT + 8192, 0));
        assertFinds(WRITE_LIST_RETURNED, answered(offered(), join(words(0, 0), replyChunk)));
        assertFinds(
                WRITE_LIST_RETURNED,
                answered(offered(), join(words(0), chunk(segment(KEY, AT, 0)), words(0), replyChunk)));
        assertFinds(
                WRITE_LIST_RETURNED,
                answered(
                        offered(),
                        join(
                                words(0),
                                chunk(segment(KEY, AT, 0), segment(KEY + 1, AT + 4000, 0)),
                                words(0),
                                replyChunk)));
        assertFinds(
                WRITE_LIST_RETURNED,
                opened().call(2).send(1, head(2, 4, MSG), words(0), chunk(segment(1, 1, 0)), words(0, 0), rpcReply(2)));
    }

    @Test
    void shouldFindAReplyChunkThatIsNotReturned() {
        final int[] writeList = join(words(0), chunk(segment(KEY, AT, 0), segment(KEY + 1, AT + 4096, 0)), words(0));
        assertFinds(REPLY_CHUNK_RETURNED, answered(offered(), join(writeList, words(0))));
        assertFinds(
                REPLY_CHUNK_RETURNED,
                answered(offered(), join(writeList, chunk(segment(KEY + 2, AT + 8192, 0), segment(3, 3, 0)))));
        assertFinds(
                REPLY_CHUNK_RETURNED,
                opened().call(2).send(1, head(2, 4, MSG), words(0, 0), chunk(segment(1, 1, 0)), rpcReply(2)));
    }

    @Test
    void shouldFindLongerSegmentsThanWereOffered() {
        assertFinds(CHUNK_LENGTH, answered(offered().write(1, KEY, AT, 100), returned(101, 0, 0)));
    }

    @Test
    void shouldFindSegmentsThatAreNotFilledInTheirOrder() {
        assertFinds(
                CHUNK_FILL,
                answered(offered().write(1, KEY, AT, 60).write(1, KEY + 1, AT + 4096, 60), returned(60, 60, 0)));
    }

    @Test
    void shouldFindReturnedLengthsThatWereNotWritten() {
        assertFinds(CHUNK_WRITTEN, answered(offered().write(1, KEY, AT, 60), returned(64, 0, 0)));
        assertFinds(CHUNK_WRITTEN, answered(offered().write(1, KEY, AT, 60), returned(57, 0, 0)));
    }

    @Test
    void shouldFindTransfersOutsideOfTheSegmentsThatWereOffered() {
        final int[] nothing = returned(0, 0, 0);
        assertFinds(UNKNOWN_SEGMENT, answered(offered().write(1, KEY + 7, AT, 60), nothing));
        assertFinds(UNKNOWN_SEGMENT, answered(offered().write(1, KEY, AT - 1, 60), nothing));
        assertFinds(UNKNOWN_SEGMENT, answered(offered().write(1, KEY, AT + 50, 51), nothing));
        assertFinds(UNKNOWN_SEGMENT, readable(40, 100).read(1, KEY, AT, 101).reply(2, 4));
        assertFinds(UNKNOWN_SEGMENT, answered(offered().write(0, KEY, AT, 60), nothing));
    }

    @Test
    void shouldFindTransfersAfterTheReply() {
        assertFinds(AFTER_REPLY, answered(offered(), returned(0, 0, 0)).write(1, KEY, AT, 60));
        assertFinds(AFTER_REPLY, readable(40, 100).reply(2, 4).read(1, KEY, AT, 100));
    }

    @Test
    void shouldFindSegmentsThatAreUsedTheOtherWay() {
        assertFinds(SEGMENT_USE, readable(40, 100).write(1, KEY, AT, 100).reply(2, 4));
        assertFinds(SEGMENT_USE, answered(offered().read(1, KEY, AT, 60), returned(0, 0, 0)));
    }

    @Test
    void shouldFindInvalidationThatThePeerDoesNotTake() {
        assertFinds(
                INVALIDATE_UNSUPPORTED,
                connected(privateData(false, 4096), privateData(true, 4096))
                        .send(0, head(1, 4, MSG), words(0, 0), chunk(segment(KEY, AT, 100)), rpcCall(1))
                        .write(1, KEY, AT, 100)
                        .sendInvalidating(1, KEY, head(1, 4, NOMSG), words(0, 0), chunk(segment(KEY, AT, 100))));
    }

    @Test
    void shouldFindInvalidationOfOtherHandlesThanTheCalls() {
        assertFinds(
                INVALIDATE_HANDLE, opened().call(2).sendInvalidating(1, KEY, head(2, 4, MSG), noChunks(), rpcReply(2)));
        assertFinds(
                INVALIDATE_HANDLE,
                opened().sendInvalidating(0, KEY, head(2, 4, MSG), noChunks(), rpcCall(2))
                        .reply(2, 4));
    }

    private static Conversation reverseCall(final Conversation before, final int xid) {
        return before.send(1, head(xid, 2, MSG), noChunks(), rpcCall(xid));
    }

    @Test
    void shouldCountReverseCreditsByThemselves() {
        final Conversation reverse = reverseCall(opened(), 1).send(0, head(1, 2, MSG), noChunks(), rpcReply(1));
        reverseCall(reverse.call(1).call(2).call(3).call(4), 1);
        assertClean(reverseCall(reverse, 2));
        final Conversation more = reverseCall(opened(), 1).send(0, head(1, 2, MSG), noChunks(), rpcReply(1));
        assertFinds(REVERSE_CREDITS, reverseCall(reverseCall(reverseCall(more, 1), 2), 3));
    }

    @Test
    void shouldAcceptChunksInTheReverseDirection() {
        final Conversation offered =
                opened().send(1, head(1, 2, MSG), words(0, 0), chunk(segment(KEY, AT, 100)), rpcCall(1));
        assertClean(offered.write(0, KEY, AT, 60)
                .send(0, head(1, 2, MSG), words(0, 0), chunk(segment(KEY, AT, 60)), rpcReply(1)));
    }

    @Test
    void shouldFindChunksOfAReverseReplyThatItsCallDidNotOffer() {
        assertFinds(
                REPLY_CHUNK_RETURNED,
                reverseCall(opened(), 1)
                        .send(0, head(1, 2, MSG), words(0, 0), chunk(segment(KEY, AT, 100)), rpcReply(1)));
    }

    @Test
    void shouldNotMissWhatACaptureThatBeginsMidwayDoesNotHold() {
        assertClean(
                midway().call(1).reply(1, 4).reply(9, 4).write(1, KEY, AT, 60).read(1, KEY, AT, 60));
        assertClean(midway().call(1).call(2).call(3).reply(1, 4));
        assertFinds(
                CREDITS_EXCEEDED, midway().call(1).reply(1, 2).call(2).call(3).call(4));
    }

    @Test
    void shouldNotMissWhatWasLost() {
        assertClean(opened().lose(0).acknowledge(1).reply(2, 4).write(1, KEY, AT, 60));
        assertClean(opened().lose(0).call(3).reply(2, 4).write(1, KEY, AT, 60));
        assertClean(opened().call(2)
                .call(3)
                .lose(1)
                .call(4)
                .call(5)
                .lose(1)
                .reply(5, 4)
                .call(6)
                .call(7)
                .call(2));
    }

    @Test
    void shouldContinueWhenLostPacketsComeAgain() {
        final Conversation resent =
                opened().lose(0).call(3).back(0, 2).call(2).call(3).reply(2, 4).reply(3, 4);
        assertFinds(REPLY_WITHOUT_CALL, resent.acknowledge(0).acknowledge(1).reply(4, 4));
    }

    @Test
    void shouldFindAConnectionWholeWhoseLostPacketsCameAgain() throws IOException {
        final Conversation resent =
                opened().lose(0).call(3).back(0, 2).call(2).call(3).acknowledge(1);
        assertEquals(0, resent.reply(2, 4).reply(3, 4).partialConnections());
        assertEquals(1, opened().lose(0).call(3).acknowledge(1).reply(3, 4).partialConnections());
    }

    @Test
    void shouldMissNothingWhenASenderContinuesAfterARepetition() {
        final Conversation skipped =
                opened().call(2).call(3).back(0, 2).call(2).lose(0).call(4);
        assertFinds(REPLY_WITHOUT_CALL, skipped.acknowledge(1).reply(9, 4));
    }

    @Test
    void shouldTakeNoRetransmissionForASecondMessage() {
        assertClean(opened().call(2).back(0, 1).call(2).reply(2, 4).back(1, 1).reply(2, 4));
        assertClean(answered(offered().write(1, KEY, AT, 60), returned(60, 0, 0))
                .back(1, 2)
                .write(1, KEY, AT, 60));
    }

    @Test
    void shouldKeepABoundedNumberOfCalls() {
        final Conversation flood = opened();
        for (int xid = 2; xid < CallingSide.MAX_CALLS + 10; xid++) {
            flood.call(xid);
        }
        final List<Finding> findings = flood.reply(2, 4).lint();
        assertTrue(findings.stream().allMatch(finding -> finding.rule() == CREDITS_EXCEEDED));
    }
}
