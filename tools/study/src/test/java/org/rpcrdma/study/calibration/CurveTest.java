// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study.calibration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests parsing the text form of published curves. */
class CurveTest {
    @Test
    void shouldReadPointsInTheirOrder() throws IOException {
        final Curve curve =
                read("# experiment=read-latency-vs-window unit=ns\n# a comment\nx,y\n\n65536,541\r\n 4096 , 5.5e2 ");
        assertEquals(Experiment.READ_LATENCY_VS_WINDOW, curve.experiment());
        assertEquals("nfp6000", curve.preset());
        assertEquals(List.of(new Curve.Point(65_536, 541), new Curve.Point(4096, 550)), curve.points());
    }

    @Test
    void shouldTakeAnotherPreset() throws IOException {
        assertEquals(
                "smmuv3-trapped",
                read("# experiment=unmap-time-vs-bytes unit=us machine=smmuv3-trapped\n4096,35.7")
                        .preset());
    }

    @ParameterizedTest
    @CsvSource({
        "read-latency-vs-window, us, 0.5, 500",
        "unmap-time-vs-bytes, ns, 5300, 5.3",
        "registration-time-vs-bytes, ms, 0.03, 30",
        "registration-time-vs-bytes, s, 0.5, 500000",
        "write-throughput-vs-window, Mb/s, 24270, 24.27",
        "write-rate-vs-region-bytes, K/s, 3500, 3.5",
    })
    void shouldConvertUnitsOfOneKind(final String experiment, final String unit, final double y, final double figure)
            throws IOException {
        final Curve curve = read("# experiment=" + experiment + " unit=" + unit + "\n4096," + y);
        assertEquals(figure, curve.points().get(0).published(), 1e-9);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|line 1 must be '# experiment=NAME unit=UNIT':",
                "1,2|line 1 must be '# experiment=NAME unit=UNIT': 1,2",
                "# experiment=none unit=ns;1,2|line 1 unknown experiment: experiment=none known=read-latency-vs-window,"
                        + "write-throughput-vs-window,throughput-vs-walks,write-latency-vs-regions,"
                        + "write-rate-vs-region-bytes,registration-time-vs-bytes,unmap-time-vs-bytes,"
                        + "allocation-time-vs-order,allocation-time-vs-processors",
                "# experiment=unmap-time-vs-bytes unit=us machine=cx9;1,2|line 1 unknown machine: machine=cx9"
                        + " known=intel,amd,arm,connectx3,nfp6000,smmuv3-vcmdq,smmuv3-trapped,ideal,instructions,instructions-amd",
                "# experiment=unmap-time-vs-bytes unit=Gb/s;1,2|line 1 unit of unmap-time-vs-bytes must convert to us:"
                        + " unit=Gb/s",
                "# experiment=unmap-time-vs-bytes unit=parsecs;1,2|line 1 unit of unmap-time-vs-bytes must convert to us:"
                        + " unit=parsecs",
                "# experiment=unmap-time-vs-bytes unit=us;# nothing|line 2 is the last line; no point 'x,y' follows",
                "# experiment=unmap-time-vs-bytes unit=us;1,2;3|line 3 must be 'x,y', two numbers: 3",
                "# experiment=unmap-time-vs-bytes unit=us;1,2;3,4,5|line 3 must be 'x,y', two numbers: 3,4,5",
                "# experiment=unmap-time-vs-bytes unit=us;1,2;x,y|line 3 must be 'x,y', two numbers: value=x",
                "# experiment=unmap-time-vs-bytes unit=us;;1,two|line 3 must be 'x,y', two numbers: value=two",
                "# experiment=unmap-time-vs-bytes unit=us;1,NaN|line 2 must be 'x,y', two numbers: value=NaN",
                "# experiment=unmap-time-vs-bytes unit=us;1,0|line 2 must have a figure above 0: y=0",
                "# experiment=unmap-time-vs-bytes unit=us;0,1|line 2 x of unmap-time-vs-bytes must be from 1 to"
                        + " 1073741824: x=0.0",
            })
    void shouldReportTheLineAndTheValueThatItRefuses(final String text, final String message) {
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> read(text.replace(';', '\n')))
                        .getMessage()
                        .strip());
    }

    private static Curve read(final String text) throws IOException {
        return Curve.read(new BufferedReader(new StringReader(text)));
    }
}
