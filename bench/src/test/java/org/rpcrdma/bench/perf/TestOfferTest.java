// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.perf;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.testkit.Refusals.assertMessage;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TestOfferTest {
    private static final TestOffer OFFER = new TestOffer(PerfTest.WRITE_LAT, 4096, 128, 0x7f00_1234_5000L, 0x1234);
    private static final TestAnswer ANSWER = new TestAnswer(0x7f00_1234_5000L, 0x1234, 4096);

    /** The number of private data bytes in a request and in an acceptance. */
    private static final int REQUEST = 56;

    private static final int ACCEPTANCE = 196;

    @Test
    void shouldReadWhatWasWrittenPaddedOrNot() {
        assertEquals(OFFER, TestOffer.decode(OFFER.encode()));
        assertEquals(OFFER, TestOffer.decode(Arrays.copyOf(OFFER.encode(), REQUEST)));
        assertEquals(ANSWER, TestAnswer.decode(ANSWER.encode(), 4096));
        assertEquals(ANSWER, TestAnswer.decode(Arrays.copyOf(ANSWER.encode(), ACCEPTANCE), 4096));
    }

    @Test
    void shouldRefuseOtherPeersAndVersionsInOneLine() {
        final byte[] newer = OFFER.encode();
        newer[4] = 2;

        assertEquals("the client is not rpcrdma perf", refusal(new byte[0]));
        assertEquals("the client is not rpcrdma perf", refusal(new byte[REQUEST]));
        assertEquals("the client's version must be 1: 2", refusal(newer));
        assertEquals("the offer is too short: 20", refusal(Arrays.copyOf(OFFER.encode(), 20)));
    }

    @Test
    void shouldRefuseWhatIsOutOfRangeNamingTheLimit() {
        assertEquals("this server does not support the test: 200", refusal(with(5, 200)));
        assertEquals("this server does not support the test: 6", refusal(with(5, PerfTest.RPC_BW.code())));
        assertEquals("size must be from 1 to 67108864: 2130710528", refusal(with(8, 127)));
        assertEquals("size must be from 1 to 67108864: 0", refusal(with(10, 0)));
        assertEquals("tx-depth must be from 1 to 8192: -16777088", refusal(with(12, 255)));
    }

    @Test
    void shouldRefuseAServerWithLessMemoryThanAMessageNeeds() {
        assertMessage(
                IllegalArgumentException.class,
                "the server's memory is shorter than a message of 4097: 4096",
                () -> TestAnswer.decode(ANSWER.encode(), 4097));
    }

    @Test
    void shouldReadOrRefuseWhateverAPeerSends() {
        final Random random = new Random(1);
        for (int i = 0; i < 100_000; i++) {
            final byte[] bytes = OFFER.encode();
            for (int k = random.nextInt(4); k > 0; k--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            final byte[] cut = Arrays.copyOf(bytes, random.nextInt(REQUEST));
            final TestOffer offer;
            try {
                offer = TestOffer.decode(cut);
            } catch (final IllegalArgumentException e) {
                continue;
            }
            assertTrue(offer.bytes() >= 1 && offer.bytes() <= PerfPlan.MAX_BYTES);
            assertTrue(offer.txDepth() >= 1 && offer.txDepth() <= PerfPlan.MAX_TX_DEPTH);
            assertArrayEquals(Arrays.copyOf(cut, 6), Arrays.copyOf(offer.encode(), 6));
        }
    }

    private static byte[] with(final int index, final int value) {
        final byte[] bytes = OFFER.encode();
        bytes[index] = (byte) value;
        return bytes;
    }

    private static String refusal(final byte[] privateData) {
        return assertThrows(IllegalArgumentException.class, () -> TestOffer.decode(privateData))
                .getMessage();
    }
}
