<?xml version="1.0" encoding="UTF-8"?>
<!-- How web.toml styles a web page: classes for headings and tables, places of links in print, captions for images, numbered lists. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
                xmlns:h="http://www.w3.org/1999/xhtml" xmlns="http://www.w3.org/1999/xhtml" exclude-result-prefixes="h">
  <xsl:output method="xml" encoding="UTF-8" indent="no"/>
  <xsl:strip-space elements="h:html h:head h:body h:ul h:ol h:table h:tr"/>

  <xsl:template match="@* | node()">
    <xsl:copy><xsl:apply-templates select="@* | node()"/></xsl:copy>
  </xsl:template>

  <xsl:template match="comment() | processing-instruction()"/>

  <xsl:template match="h:body">
    <body>
      <xsl:if test="count(h:h1 | h:h2) &gt; 3">
        <ul class="contents">
          <xsl:for-each select="h:h1 | h:h2">
            <li><xsl:value-of select="normalize-space()"/></li>
          </xsl:for-each>
        </ul>
      </xsl:if>
      <xsl:apply-templates/>
    </body>
  </xsl:template>

  <xsl:template match="h:h1 | h:h2 | h:h3">
    <xsl:copy>
      <xsl:attribute name="class">heading <xsl:value-of select="local-name()"/></xsl:attribute>
      <xsl:apply-templates select="@id | node()"/>
    </xsl:copy>
  </xsl:template>

  <xsl:template match="h:a[@href]">
    <xsl:copy>
      <xsl:apply-templates select="@* | node()"/>
    </xsl:copy>
    <xsl:choose>
      <xsl:when test="starts-with(@href, '#')"/>
      <xsl:when test="contains(@href, '//')"><code> [<xsl:value-of select="@href"/>]</code></xsl:when>
      <xsl:otherwise><code> (<xsl:value-of select="concat('/', @href)"/>)</code></xsl:otherwise>
    </xsl:choose>
  </xsl:template>

  <xsl:template match="h:img">
    <img src="{@src}" alt="{normalize-space(@alt)}"/>
    <xsl:if test="string-length(normalize-space(@alt)) &gt; 0"><em><xsl:value-of select="@alt"/></em></xsl:if>
  </xsl:template>

  <xsl:template match="h:ol/h:li">
    <li><strong><xsl:value-of select="position()"/>. </strong><xsl:apply-templates select="@* | node()"/></li>
  </xsl:template>

  <xsl:template match="h:table">
    <table class="{concat('rows', count(h:tr))}"><xsl:apply-templates select="@id | node()"/></table>
  </xsl:template>

  <xsl:template match="h:td[not(node())]"><td>-</td></xsl:template>
</xsl:stylesheet>
