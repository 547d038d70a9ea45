// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.inspect.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.rpcrdma.inspect.lint.Conversation.MSG;
import static org.rpcrdma.inspect.lint.Conversation.NOMSG;
import static org.rpcrdma.inspect.lint.Conversation.chunk;
import static org.rpcrdma.inspect.lint.Conversation.connected;
import static org.rpcrdma.inspect.lint.Conversation.head;
import static org.rpcrdma.inspect.lint.Conversation.readSegment;
import static org.rpcrdma.inspect.lint.Conversation.rpcCall;
import static org.rpcrdma.inspect.lint.Conversation.rpcReply;
import static org.rpcrdma.inspect.lint.Conversation.segment;
import static org.rpcrdma.inspect.lint.Conversation.words;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.rpcrdma.capture.CaptureReader;
import org.rpcrdma.inspect.decode.MessageFilter;
import org.rpcrdma.inspect.lint.Conversation;
import org.rpcrdma.rnic.roce.Syndrome;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** Tests the picture of a call. The packets of a {@link Conversation} are one microsecond apart. */
class CallPictureTest {
    private static final int KEY = 0x77;
    private static final long AT = 0x7000_0000_1000L;
    /** The number of lines above the rows: the title, the place, the choice and both sides. */
    private static final int HEAD = 5;

    private static String svg(final Conversation conversation, final String name) throws IOException {
        final Explainer explainer = new Explainer(new MessageFilter(), 5, true);
        CaptureReader.read(Path.of("test.pcap"), new ByteArrayInputStream(conversation.file()), explainer);
        return explainer.picture(name);
    }

    private static Document parsed(final String svg) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    private static List<String> texts(final Document svg) {
        final List<String> texts = new ArrayList<>();
        final NodeList all = svg.getElementsByTagName("text");
        for (int i = 0; i < all.getLength(); i++) {
            texts.add(all.item(i).getTextContent());
        }
        return texts;
    }

    /**
     * Returns the texts of the rows, that is, all texts except the lines above them, the labels of the scale, and the
     * legend.
     */
    private static List<String> rows(final Document svg) {
        final List<String> rows = new ArrayList<>();
        final NodeList all = svg.getElementsByTagName("text");
        for (int i = HEAD; i < all.getLength() - 1; i++) {
            if (!((Element) all.item(i)).getAttribute("x").equals("66.0")) {
                rows.add(all.item(i).getTextContent());
            }
        }
        return rows;
    }

    private static List<String> rows(final Conversation conversation) throws Exception {
        return rows(parsed(svg(conversation, "test.pcap")));
    }

    /** Returns a connection with one answered inline call. */
    private static Conversation opened() {
        return connected().call(1).reply(1, 4);
    }

    private static Conversation both() {
        return offering(opened());
    }

    private static Conversation offering(final Conversation before) {
        return before.send(
                0,
                head(2, 32, MSG),
                readSegment(40, KEY, AT, 1000),
                words(0),
                chunk(segment(KEY + 1, AT, 600), segment(KEY + 2, AT, 600)),
                words(0, 0),
                rpcCall(2));
    }

    private static Conversation bothAnswered(final Conversation transferred) {
        return transferred.sendInvalidating(
                1,
                KEY,
                head(2, 4, MSG),
                words(0),
                chunk(segment(KEY + 1, AT, 600), segment(KEY + 2, AT, 100)),
                words(0, 0),
                rpcReply(2));
    }

    @Test
    void shouldDrawACallWithReadAndWriteChunks() throws Exception {
        final Document svg = parsed(svg(
                bothAnswered(both().read(1, KEY, AT, 1000)
                        .readAnswer(0, new int[250])
                        .write(1, KEY + 1, AT, 600)
                        .write(1, KEY + 2, AT, 100)),
                "/a/b/some.pcap"));
        assertEquals(
                List.of(
                        "NFSv3 GETATTR: 5.0 us from call to reply",
                        "some.pcap, connection 0, xid 00000002, frames 5 to 10",
                        "the only selected call of its kind: NFSv3 GETATTR with Read chunk, Write chunk",
                        "client 10.0.0.1",
                        "server 10.0.0.2"),
                texts(svg).subList(0, HEAD));
        assertEquals(
                List.of(
                        "0",
                        "call: RDMA_MSG, 40 bytes inline",
                        "Read chunk at 40: 1,000 bytes",
                        "Write chunk: 1,200 bytes",
                        "in 2 segments",
                        "+1.0 us",
                        "RDMA READ: 1,000 bytes",
                        "of the Read chunk",
                        "+2.0 us",
                        "1,000 bytes",
                        "frames 6 to 7",
                        "+3.0 us",
                        "RDMA WRITE: 600 bytes",
                        "into the Write chunk",
                        "+4.0 us",
                        "RDMA WRITE: 100 bytes",
                        "into the Write chunk",
                        "+5.0 us",
                        "reply: RDMA_MSG, 24 bytes inline",
                        "Write chunk: 700 of 1,200 bytes used",
                        "invalidates key 00000077"),
                rows(svg));
    }

    @Test
    void shouldDrawAnInlineCall() throws Exception {
        assertEquals(
                List.of("0", "call: RDMA_MSG, 40 bytes inline", "+1.0 us", "reply: RDMA_MSG, 24 bytes inline"),
                rows(opened()));
    }

    @Test
    void shouldDrawMessagesThatTravelInChunks() throws Exception {
        assertEquals(
                List.of(
                        "0",
                        "call: RDMA_NOMSG",
                        "Position-Zero Read chunk: 40 bytes",
                        "Reply chunk: 8,000 bytes",
                        "+1.0 us",
                        "RDMA READ: 40 bytes",
                        "of the Position-Zero Read chunk",
                        "+2.0 us",
                        "40 bytes",
                        "frames 4 to 5",
                        "+3.0 us",
                        "RDMA WRITE: 4,000 bytes",
                        "into the Reply chunk",
                        "+4.0 us",
                        "reply: RDMA_NOMSG",
                        "Reply chunk: 4,000 of 8,000 bytes used"),
                rows(connected()
                        .send(
                                0,
                                head(2, 32, NOMSG),
                                readSegment(0, KEY, AT, 40),
                                words(0, 0),
                                chunk(segment(KEY + 1, AT, 8000)))
                        .read(1, KEY, AT, 40)
                        .readAnswer(0, rpcCall(2))
                        .write(1, KEY + 1, AT, 4000)
                        .send(1, head(2, 4, NOMSG), words(0, 0), chunk(segment(KEY + 1, AT, 4000)))));
    }

    /** The capture lacks a packet between the two WRITEs, so the second WRITE follows a gap. */
    @Test
    void shouldDrawAStretchAsNotKnownIfPacketsAreMissing() throws Exception {
        final List<String> rows = rows(bothAnswered(offering(connected())
                        .read(1, KEY, AT, 1000)
                        .readAnswer(0, new int[250])
                        .lose(1)
                        .write(1, KEY + 2, AT, 100))
                .acknowledge(0));
        final int missing = rows.indexOf("not known: packets are missing in the capture");
        assertTrue(missing > 0, rows::toString);
        assertEquals("unknown", rows.get(missing - 1), "its time");
        assertTrue(rows.indexOf("1,000 bytes") < missing, rows::toString);
        assertTrue(rows.indexOf("RDMA WRITE: 100 bytes") > missing, rows::toString);
        assertFalse(rows.contains("RDMA WRITE: 600 bytes"), rows::toString);
    }

    @Test
    void shouldReportWhichAnswerOrReplyTheCaptureLacks() throws Exception {
        final Document svg = parsed(svg(both().read(1, KEY, AT, 1000), "x"));
        assertEquals(
                "NFSv3 GETATTR: 2.0 us from call to reply",
                texts(parsed(svg(answeredWithout(), "x"))).get(0));
        final List<String> rows = rows(answeredWithout());
        assertEquals("unknown", rows.get(rows.indexOf("1,000 bytes: not in the capture") - 1));
        assertEquals(
                "NFSv3 GETATTR: 1.0 us from call to reply",
                texts(svg).get(0),
                "a completely captured call is preferred");
    }

    private static Conversation answeredWithout() {
        return bothAnswered(offering(connected()).read(1, KEY, AT, 1000));
    }

    @Test
    void shouldDrawACallWithoutAReply() throws Exception {
        final Document svg = parsed(svg(connected().call(7), "x"));
        assertEquals("NFSv3 GETATTR: no reply in the capture", texts(svg).get(0));
        assertEquals(
                List.of("0", "call: RDMA_MSG, 40 bytes inline", "unknown", "reply: not in the capture"), rows(svg));
    }

    @Test
    void shouldDrawAReceiverThatWasNotReady() throws Exception {
        final List<String> rows = rows(connected()
                .call(1)
                .nak(1, Syndrome.NOT_READY | 14)
                .back(0, 1)
                .call(1)
                .nak(1, Syndrome.NOT_READY | 14)
                .back(0, 1)
                .call(1)
                .reply(1, 4));
        assertEquals(
                List.of(
                        "0",
                        "call: RDMA_MSG, 40 bytes inline",
                        "+1.0 us",
                        "RNR NAK: no Receive posted for the call",
                        "demands a wait of 1.28 ms",
                        "2 RNR NAKs for it",
                        "+2.0 us",
                        "call sent again",
                        "+4.0 us",
                        "call sent again",
                        "+5.0 us",
                        "reply: RDMA_MSG, 24 bytes inline"),
                rows);
    }

    @Test
    void shouldDrawManyTransfersTogether() throws Exception {
        final Conversation many = connected()
                .send(0, head(2, 32, MSG), words(0), chunk(segment(KEY, AT, 100_000)), words(0, 0), rpcCall(2));
        for (int i = 0; i < 50; i++) {
            many.write(1, KEY, AT + i * 1000L, 1000);
        }
        many.send(1, head(2, 4, MSG), words(0), chunk(segment(KEY, AT, 50_000)), words(0, 0), rpcReply(2));
        final List<String> rows = rows(many);
        assertTrue(rows.contains("50 RDMA WRITEs: 50,000 bytes"), rows::toString);
        assertTrue(rows.contains("from +1.0 us on"), rows::toString);
        assertTrue(rows.contains("frames 4 to 53"), rows::toString);
    }

    /** All labels and rows fit into the picture, however many there are. */
    @Test
    void shouldKeepABoundedNumberOfRows() throws Exception {
        final Conversation often = connected().call(1);
        for (int i = 0; i < 60; i++) {
            often.nak(1, Syndrome.NOT_READY).back(0, 1).call(1);
        }
        final Document svg = parsed(svg(often.reply(1, 4), "x"));
        final double height = Double.parseDouble(svg.getDocumentElement().getAttribute("height"));
        assertTrue(height < 1500, "height=" + height);
        assertTrue(rows(svg).stream().anyMatch(row -> row.endsWith(" more are omitted")), rows(svg)::toString);
    }

    @Test
    void shouldChooseTheCallOfMedianTimeOfTheMostFrequentFormWithChunks() throws Exception {
        final Conversation calls = connected();
        for (int xid = 1; xid < 30; xid++) {
            calls.call(xid).reply(xid, 4);
        }
        for (int xid = 30; xid < 33; xid++) {
            calls.send(0, head(xid, 32, MSG), words(0), chunk(segment(xid, AT, 100)), words(0, 0), rpcCall(xid))
                    .write(1, xid, AT, 100);
            for (int i = 30; i < xid; i++) {
                calls.acknowledge(0);
            }
            calls.send(1, head(xid, 4, MSG), words(0), chunk(segment(xid, AT, 100)), words(0, 0), rpcReply(xid));
        }
        final List<String> texts = texts(parsed(svg(calls, "x")));
        assertEquals("NFSv3 GETATTR: 3.0 us from call to reply", texts.get(0));
        assertEquals("median time of 3 calls: NFSv3 GETATTR with Write chunk", texts.get(2));
    }

    @Test
    void shouldNeedNothingElseAndBeTheSameEachTime() throws Exception {
        final String svg = svg(opened(), "<script>&\"\u0007.pcap");
        assertEquals(svg, svg(opened(), "<script>&\"\u0007.pcap"));
        final Document document = parsed(svg);
        assertTrue(texts(document).get(1).startsWith("<script>&\"?.pcap, connection 0"), svg);
        for (final String tag : List.of("script", "image", "use", "a", "foreignObject")) {
            assertEquals(0, document.getElementsByTagName(tag).getLength(), tag);
        }
        assertFalse(svg.replace("http://www.w3.org/2000/svg", "").contains("http"), svg);
        assertTrue(svg.contains("prefers-color-scheme: dark"), svg);
        final Element root = document.getDocumentElement();
        final double width = Double.parseDouble(root.getAttribute("width"));
        final NodeList lines = document.getElementsByTagName("line");
        for (int i = 0; i < lines.getLength(); i++) {
            assertTrue(Double.parseDouble(((Element) lines.item(i)).getAttribute("x2")) <= width);
        }
    }

    @Test
    void shouldDrawNothingOfNoCall() throws IOException {
        assertNull(svg(connected().reply(1, 4), "x"));
    }
}
